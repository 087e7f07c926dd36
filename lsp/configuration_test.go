package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/seedfall/seedfall/lsp/internal/rpc"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// settler is a client that can be asked for settings.
type settler struct {
	protocol.UnimplementedClient
	mu         sync.Mutex
	asked      []string // the folders, "" for all
	given      map[string]string
	shown      []string
	registered []string
	again      chan struct{} // hears of every question; nil for none
}

func (c *settler) Configuration(_ context.Context, p *protocol.ConfigurationParams) (all []protocol.LSPAny, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.again != nil {
		c.again <- struct{}{}
	}
	for _, item := range p.Items {
		folder := ""
		if item.ScopeURI != nil {
			folder = fileOf(*item.ScopeURI)
		}
		c.asked = append(c.asked, *item.Section+" "+folder)
		text := c.given[folder]
		if *item.Section != "seedfall" {
			text = c.given[*item.Section]
		}
		if text == "" {
			text = "null"
		}
		all = append(all, protocol.LSPAny(text))
	}
	return all, nil
}

func (c *settler) ShowMessage(_ context.Context, p *protocol.ShowMessageParams) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.shown = append(c.shown, p.Message)
	return nil
}

func (c *settler) RegisterCapability(_ context.Context, p *protocol.RegistrationParams) error {
	for _, r := range p.Registrations {
		c.registered = append(c.registered, r.Method+" "+string(r.RegisterOptions))
	}
	return nil
}

// settled is a server with two folders, whose client is asked for their settings.
func settled(t *testing.T, given map[string]string) (*server, *settler) {
	t.Helper()
	c := &settler{given: given}
	s := newServer(t.Context(), Options{})
	s.client = &rpc.Conn{Client: c}
	s.abilities.configuration, s.abilities.settingsFollow = true, true
	s.folders = []string{filepath.FromSlash("/w/a"), filepath.FromSlash("/w/a/b")}
	if problems := s.settings.read([]byte(`{"run": {"seeds": 7}}`)); len(problems) > 0 {
		t.Fatal(problems)
	}
	s.given = s.settings
	s.followSettings()
	s.pull()
	return s, c
}

func TestSettingsArePulledForEachFolder(t *testing.T) {
	a, b := filepath.FromSlash("/w/a"), filepath.FromSlash("/w/a/b")
	s, c := settled(t, map[string]string{"": `{"run": {"jobs": 3}}`, a: `{"run.seeds": 20, "shrink": {"auto": false}}`, b: `{"run": {"seeds": 30}}`})
	if want := []string{"seedfall ", "gopls ", "go ", "seedfall " + a, "seedfall " + b}; !slices.Equal(c.asked, want) {
		t.Errorf("asked for %q, want %q", c.asked, want)
	}
	if want := []string{`workspace/didChangeConfiguration {"section":["seedfall","gopls","go"]}`}; !slices.Equal(c.registered, want) {
		t.Errorf("registered for %q", c.registered)
	}
	for path, want := range map[string]struct {
		seeds  uint64
		jobs   int
		shrink bool
	}{
		"/w/a/seedfall.json":     {20, 0, false},
		"/w/a/b/seedfall.json":   {30, 0, true},
		"/w/a/bee/seedfall.json": {20, 0, false},
		"/elsewhere/x.json":      {7, 3, true},
	} {
		got := s.settingsAt(filepath.FromSlash(path))
		if got.seeds != want.seeds || got.jobs != want.jobs || got.shrink != want.shrink {
			t.Errorf("%s: %d seeds, %d jobs, shrink %v, want %v", path, got.seeds, got.jobs, got.shrink, want)
		}
	}
	if len(c.shown) > 0 {
		t.Errorf("shown: %q", c.shown)
	}
}

// Each of the three that is empty is taken from where Go's settings have it.
func TestBuildsFollowTheSettingsOfGoWhereThereAreNone(t *testing.T) {
	for name, c := range map[string]struct{ own, gopls, golang, want string }{
		"gopls, dotted":          {"", `{"build.buildFlags": ["-tags=a,b"], "build.env": {"GOPROXY": "off"}}`, "", "[] [-tags=a,b] [GOPROXY=off]"},
		"gopls, nested":          {"", `{"build": {"buildFlags": ["-tags", "a", "-trimpath"]}}`, "", "[] [-tags=a -trimpath] []"},
		"gopls, plain":           {"", `{"buildFlags": ["-mod=mod"], "env": {}}`, "", "[] [-mod=mod] []"},
		"the extension for Go":   {"", "", `{"buildTags": "a, b", "buildFlags": ["-race"], "toolsEnvVars": {"A": "1"}}`, "[a b] [-race] [A=1]"},
		"gopls comes first":      {"", `{"build.buildFlags": ["-a"]}`, `{"buildFlags": ["-b"]}`, "[] [-a] []"},
		"our own come before":    {`{"build": {"flags": ["-c"], "tags": ["t"]}}`, `{"build.buildFlags": ["-a"]}`, `{"buildTags": "x", "toolsEnvVars": {"A": "1"}}`, "[t] [-c] [A=1]"},
		"what is none":           {"", `{"build.buildFlags": "-a", "build.env": [1]}`, `[]`, "[] [] []"},
		"flags that cannot be":   {"", `{"buildFlags": ["x"]}`, `{"buildTags": "a'"}`, "[] [] []"},
		"variables no one knows": {"", `{"env": {"A=B": "1"}}`, "", "[] [] []"},
	} {
		s, client := settled(t, map[string]string{"": c.own, "gopls": c.gopls, "go": c.golang})
		if b := s.build(); fmt.Sprint(b.Tags, b.Flags, b.Env) != c.want {
			t.Errorf("%s: %v, want %s", name, b, c.want)
		}
		if len(client.shown) > 0 {
			t.Errorf("%s: shown: %q", name, client.shown)
		}
	}
}

func TestUnknownSettingsAreToldOnceWithWhatIsMeant(t *testing.T) {
	s, c := settled(t, map[string]string{"": `{"run": {"seed": 3, "tigger": "off"}}`})
	want := []string{"seedfall: seedfall.run.seed is no setting of this server; did you mean seedfall.run.seeds? (and 1 more, which the log has)"}
	s.pull()
	if !slices.Equal(c.shown, want) {
		t.Errorf("%q, want %q", c.shown, want)
	}
	c.given[""] = ""
	s.pull()
	if got := s.statusNow(); got.Health != healthOK {
		t.Errorf("%+v", got)
	}
	c.given[""] = `{"zzz": 1}`
	s.pull()
	if got := s.statusNow(); got.Health != healthWarning || got.Message != "seedfall.zzz is no setting of this server" {
		t.Errorf("%+v", got)
	}
}

// A change without settings is a reason to ask; one with settings brings them.
func TestAChangeOfTheConfigurationWithoutSettingsPullsThem(t *testing.T) {
	s, c := settled(t, map[string]string{})
	c.again = make(chan struct{})
	for _, nothing := range []string{"null", "{}", `{"seedfall": null}`, `{"seedfall": {}}`} {
		if err := s.DidChangeConfiguration(t.Context(), &protocol.DidChangeConfigurationParams{Settings: protocol.LSPAny(nothing)}); err != nil {
			t.Fatal(err)
		}
		select {
		case <-c.again:
		case <-time.After(patience):
			t.Fatalf("nobody asks after %s", nothing)
		}
	}
	s.abilities.configuration = false
	if err := s.DidChangeConfiguration(t.Context(), &protocol.DidChangeConfigurationParams{Settings: protocol.LSPAny(`{"seedfall": {"run": {"seeds": 9}}}`)}); err != nil {
		t.Fatal(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if got := s.settingsAt(filepath.FromSlash("/w/a/x.json")).seeds; got != 9 {
		t.Errorf("%d seeds", got)
	}
}

func TestSettingsOfAFolderThatComesArePulled(t *testing.T) {
	fresh := filepath.FromSlash("/w/fresh")
	s, c := settled(t, map[string]string{fresh: `{"run.seeds": 40}`})
	asked := make(chan struct{})
	c.mu.Lock()
	c.asked, c.again = nil, asked
	c.mu.Unlock()
	err := s.DidChangeWorkspaceFolders(t.Context(), &protocol.DidChangeWorkspaceFoldersParams{Event: protocol.WorkspaceFoldersChangeEvent{
		Added: []protocol.WorkspaceFolder{{URI: uri.File(fresh), Name: "fresh"}}, Removed: []protocol.WorkspaceFolder{{URI: uri.File(filepath.FromSlash("/w/a"))}}}})
	if err != nil {
		t.Fatal(err)
	}
	<-asked
	c.mu.Lock()
	defer c.mu.Unlock()
	if want := []string{"seedfall ", "gopls ", "go ", "seedfall " + filepath.FromSlash("/w/a/b"), "seedfall " + fresh}; !slices.Equal(c.asked, want) {
		t.Errorf("asked for %q, want %q", c.asked, want)
	}
}

func TestAnEditorTellsOfFoldersThatComeAndGo(t *testing.T) {
	p, err := newServer(t.Context(), Options{}).Initialize(t.Context(), &protocol.InitializeParams{})
	if err != nil || p.Capabilities.Workspace.WorkspaceFolders.ChangeNotifications != protocol.Boolean(true) {
		t.Errorf("%+v, %v", p, err)
	}
}
