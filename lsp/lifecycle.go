package lsp

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/lsp/internal/text"
	"go.lsp.dev/protocol"
)

// abilities are what the client can do.
type abilities struct {
	progress    bool // shows progress that the server starts
	lensRefresh bool
	watches     bool // registers for files that change outside of the editor
	showsFiles  bool
	timeline    bool // draws the timeline of a trace
	testParts   bool // puts together what is told of a scenario in parts
	// hoverMarkdown and itemMarkdown say that hovers and the texts of completions
	// may be Markdown.
	hoverMarkdown, itemMarkdown bool
	snippets                    bool
	symbolTrees                 bool // shows document symbols as a tree
	actions                     bool // knows actions that are more than commands
	preferred                   bool // shows which action is the best
	hintRefresh                 bool
	configuration               bool // can be asked for settings
	settingsFollow              bool // registers for changed settings
	creates                     bool // makes files for a server
	seedfall                    bool // knows our own methods, in their version
}

// ownProtocol is the version of our own methods.
const ownProtocol = 1

// Initialize implements protocol.Server. It looks at no file.
func (s *server) Initialize(_ context.Context, p *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.encoding = text.UTF16
	encoding := protocol.PositionEncodingKindUTF16
	if g := p.Capabilities.General; g != nil && slices.Contains(g.PositionEncodings, protocol.PositionEncodingKindUTF8) {
		s.encoding, encoding = text.UTF8, protocol.PositionEncodingKindUTF8
	}
	s.abilities = abilitiesOf(&p.Capabilities)
	version, _ := p.ClientInfo.Version.Get()
	s.editor = strings.TrimSpace(p.ClientInfo.Name + " " + version)
	s.folders = foldersOf(p)
	s.trusted = true
	if p.ProcessID != nil {
		go s.background.run("watchClient", func() { s.watchClient(int(*p.ProcessID)) })
	}
	var o struct {
		Trusted *bool `json:"trusted"`
	}
	if len(p.InitializationOptions) > 0 {
		if json.Unmarshal(p.InitializationOptions, &o) == nil && o.Trusted != nil {
			s.trusted = *o.Trusted
		}
		s.misread = s.settings.read(p.InitializationOptions)
	}
	s.given = s.settings
	return &protocol.InitializeResult{
		ServerInfo: protocol.ServerInfo{Name: "seedfall", Version: protocol.NewOptional(s.options.Version)},
		Capabilities: protocol.ServerCapabilities{
			PositionEncoding: encoding,
			TextDocumentSync: &protocol.TextDocumentSyncOptions{OpenClose: new(true), Change: new(protocol.TextDocumentSyncKindIncremental),
				Save: &protocol.SaveOptions{IncludeText: new(false)}},
			HoverProvider:      protocol.Boolean(true),
			InlayHintProvider:  protocol.Boolean(true),
			DefinitionProvider: protocol.Boolean(true), ReferencesProvider: protocol.Boolean(true), DocumentHighlightProvider: protocol.Boolean(true),
			DocumentSymbolProvider: protocol.Boolean(true), WorkspaceSymbolProvider: protocol.Boolean(true),
			CompletionProvider: &protocol.CompletionOptions{TriggerCharacters: []string{`"`}},
			CodeActionProvider: &protocol.CodeActionOptions{CodeActionKinds: actionKinds()},
			RenameProvider:     &protocol.RenameOptions{PrepareProvider: new(true)},
			CodeLensProvider:   &protocol.CodeLensOptions{ResolveProvider: new(true)},
			ExecuteCommandProvider: protocol.ExecuteCommandOptions{
				WorkDoneProgressOptions: protocol.WorkDoneProgressOptions{WorkDoneProgress: new(true)}, Commands: announced(s.abilities.seedfall)},
			Workspace:    &protocol.WorkspaceOptions{WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{Supported: new(true), ChangeNotifications: protocol.Boolean(true)}},
			Experimental: protocol.LSPAny(`{"seedfall":{"protocol":1}}`),
		},
	}, nil
}

func abilitiesOf(c *protocol.ClientCapabilities) (a abilities) {
	yes := func(b *bool) bool { return b != nil && *b }
	if w := c.Window; w != nil {
		a.progress = yes(w.WorkDoneProgress)
		a.showsFiles = w.ShowDocument != nil && w.ShowDocument.Support
	}
	if w := c.Workspace; w != nil {
		a.lensRefresh = w.CodeLens != nil && yes(w.CodeLens.RefreshSupport)
		a.watches = w.DidChangeWatchedFiles != nil && yes(w.DidChangeWatchedFiles.DynamicRegistration)
		a.configuration = yes(w.Configuration)
		a.settingsFollow = w.DidChangeConfiguration != nil && yes(w.DidChangeConfiguration.DynamicRegistration)
		a.creates = creates(w)
		a.hintRefresh = w.InlayHint != nil && yes(w.InlayHint.RefreshSupport)
	}
	markdown := func(kinds []protocol.MarkupKind) bool { return slices.Contains(kinds, protocol.MarkupKindMarkdown) }
	if d := c.TextDocument; d != nil {
		a.hoverMarkdown = d.Hover != nil && markdown(d.Hover.ContentFormat)
		if d.Completion != nil && d.Completion.CompletionItem != nil {
			a.itemMarkdown, a.snippets = markdown(d.Completion.CompletionItem.DocumentationFormat), yes(d.Completion.CompletionItem.SnippetSupport)
		}
		a.symbolTrees = d.DocumentSymbol != nil && yes(d.DocumentSymbol.HierarchicalDocumentSymbolSupport)
		if d.CodeAction != nil {
			a.actions = len(d.CodeAction.CodeActionLiteralSupport.CodeActionKind.ValueSet) > 0
			a.preferred = yes(d.CodeAction.IsPreferredSupport)
		}
	}
	var own struct {
		Seedfall struct {
			Protocol  int  `json:"protocol"`
			Timeline  bool `json:"timeline"`
			TestParts bool `json:"testParts"`
		} `json:"seedfall"`
	}
	if len(c.Experimental) > 0 && json.Unmarshal(c.Experimental, &own) == nil {
		a.seedfall, a.timeline, a.testParts = own.Seedfall.Protocol == ownProtocol, own.Seedfall.Timeline, own.Seedfall.TestParts
	}
	return a
}

func foldersOf(p *protocol.InitializeParams) (folders []string) {
	if list, ok := p.WorkspaceFolders.Get(); ok {
		for _, f := range list {
			if at := fileOf(f.URI); at != "" {
				folders = append(folders, at)
			}
		}
	}
	//lint:ignore SA1019 old clients send nothing else
	if root := p.RootURI; len(folders) == 0 && root != nil && fileOf(*root) != "" {
		folders = append(folders, fileOf(*root))
	}
	return folders
}

// Initialized implements protocol.Server. What takes time begins behind it.
func (s *server) Initialized(context.Context, *protocol.InitializedParams) error {
	go s.background.run("initialized", func() {
		s.background.survive("discover", func() {
			s.watch()
			s.followSettings()
			s.pull()
			s.discover()
		})
		s.mu.Lock()
		s.waiting--
		s.mu.Unlock()
		s.tell()
		go s.background.run("power", s.watchPower)
		s.watchHomes()
	})
	return nil
}

// watch asks to be told of files that change outside of the editor.
func (s *server) watch() {
	s.mu.Lock()
	can := s.abilities.watches
	s.mu.Unlock()
	if !can {
		return
	}
	var watchers []protocol.FileSystemWatcher
	for _, glob := range []string{"**/*.go", "**/go.mod", "**/go.work", "**/*.json"} {
		watchers = append(watchers, protocol.FileSystemWatcher{GlobPattern: protocol.Pattern(glob)})
	}
	o, err := protocol.Marshal(&protocol.DidChangeWatchedFilesRegistrationOptions{Watchers: watchers})
	if err == nil {
		err = s.client.RegisterCapability(s.ctx, &protocol.RegistrationParams{Registrations: []protocol.Registration{
			{ID: "files", Method: protocol.MethodWorkspaceDidChangeWatchedFiles, RegisterOptions: o}}})
	}
	if err != nil {
		s.logf("the client does not watch files: %v", err)
	}
}

// Shutdown implements protocol.Server.
func (s *server) Shutdown(context.Context) error {
	s.mu.Lock()
	s.down = true
	s.mu.Unlock()
	s.sweeper.close()
	return nil
}

// Exit implements protocol.Server.
func (s *server) Exit(context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	code := 1
	if s.down {
		code = 0
	}
	select {
	case s.exit <- code:
	default:
	}
	return nil
}
