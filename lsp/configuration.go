package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"time"

	"github.com/seedfall/seedfall/lsp/internal/view"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// settingsOf are the settings of a scenario's folder. mu is held.
func (s *server) settingsOf(c *scenario) *settings { return s.settingsAt(c.path) }

// settingsAt are those of the innermost folder around a file that has some of its
// own, or else those of all. mu is held.
func (s *server) settingsAt(path string) *settings {
	found, length := &s.settings, 0
	for folder, own := range s.folderSettings {
		if rel, err := filepath.Rel(folder, path); err == nil && filepath.IsLocal(rel) && len(folder) >= length {
			found, length = own, len(folder)
		}
	}
	return found
}

// DidChangeConfiguration implements protocol.Server. A client that sends no settings
// is asked for them.
func (s *server) DidChangeConfiguration(_ context.Context, p *protocol.DidChangeConfigurationParams) error {
	b := []byte(p.Settings)
	var all struct {
		Seedfall json.RawMessage `json:"seedfall"`
		Gopls    json.RawMessage `json:"gopls"`
		Go       json.RawMessage `json:"go"`
	}
	if json.Unmarshal(b, &all) == nil && all.Seedfall != nil {
		b = all.Seedfall
	}
	s.mu.Lock()
	if s.abilities.configuration && empty(b) {
		s.later("settings", 0, s.pull)
		s.mu.Unlock()
		return nil
	}
	before := s.wishes()
	s.misread = s.settings.read(b)
	s.folderSettings = nil
	if all.Gopls != nil || all.Go != nil {
		s.goSettings = goSettingsOf(all.Gopls, all.Go)
	}
	s.resettle(before)
	s.mu.Unlock()
	go s.background.run("settings", s.tellSettings)
	return nil
}

// empty says that there are no settings in what a client has sent.
func empty(b []byte) bool {
	var object map[string]json.RawMessage
	return len(b) == 0 || string(b) == "null" || json.Unmarshal(b, &object) == nil && len(object) == 0
}

// reply is how long a client may take to tell its settings, in real time. Then those
// count that are known.
const reply = 3 * time.Second

// pull asks the client for the settings of each folder, and for those of all. No
// lock is held.
func (s *server) pull() {
	s.mu.Lock()
	can, folders := s.abilities.configuration, slices.Clone(s.folders)
	s.mu.Unlock()
	defer s.tellSettings()
	if !can {
		return
	}
	var items []protocol.ConfigurationItem
	for _, section := range settingSections {
		items = append(items, protocol.ConfigurationItem{Section: new(section)})
	}
	for _, f := range folders {
		items = append(items, protocol.ConfigurationItem{ScopeURI: new(uri.File(f)), Section: new(settingSections[0])})
	}
	ctx, cancel := context.WithTimeout(s.ctx, reply)
	defer cancel()
	answer, err := s.client.Configuration(ctx, &protocol.ConfigurationParams{Items: items})
	if err != nil {
		s.logf("the client gives no settings: %v", err)
		return
	}
	if len(answer) != len(items) {
		s.logf("the client gives %d settings of %d", len(answer), len(items))
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.wishes()
	s.settings, s.misread = s.given, nil
	s.misread = s.settings.read(answer[0])
	s.goSettings = goSettingsOf(answer[1], answer[2])
	s.folderSettings = map[string]*settings{}
	for i, f := range folders {
		own := s.given
		s.misread = append(s.misread, own.read(answer[len(settingSections)+i])...)
		s.folderSettings[f] = &own
	}
	s.resettle(before)
}

// followSettings asks to be told when settings change.
func (s *server) followSettings() {
	s.mu.Lock()
	can := s.abilities.settingsFollow
	s.mu.Unlock()
	if !can {
		return
	}
	o := protocol.LSPAny(marshal(map[string][]string{"section": settingSections}))
	err := s.client.RegisterCapability(s.ctx, &protocol.RegistrationParams{Registrations: []protocol.Registration{
		{ID: "settings", Method: protocol.MethodWorkspaceDidChangeConfiguration, RegisterOptions: o}}})
	if err != nil {
		s.logf("the client does not tell of changed settings: %v", err)
	}
}

// wishes are the settings that more than what is shown hangs on.
type wishes struct {
	triggers []trigger // of all scenarios, in order
	build    view.Build
	filters  filters
	battery  bool
}

// wishes are those of now. mu is held.
func (s *server) wishes() wishes {
	w := wishes{build: s.build(), filters: s.settings.filters, battery: s.settings.pauseOnBattery}
	for _, c := range s.scenarios {
		w.triggers = append(w.triggers, s.settingsOf(c).trigger)
	}
	return w
}

// resettle does what new settings want. mu is held.
func (s *server) resettle(before wishes) {
	now := s.wishes()
	if !slices.Equal(before.triggers, now.triggers) {
		s.later("retrigger", 0, s.retrigger)
	}
	if !now.build.Equal(before.build) || !reflect.DeepEqual(now.filters, before.filters) {
		s.later("discover", 0, s.discover)
	}
	if now.battery != before.battery {
		s.later("power", 0, s.checkPower)
	}
	s.later(keyShow, pause, s.refresh)
}

// tellSettings tells what is wrong with the settings, in one message. No lock is
// held.
func (s *server) tellSettings() {
	s.mu.Lock()
	wrong := map[string]bool{}
	for _, problem := range s.misread {
		wrong[problem] = true
	}
	s.mu.Unlock()
	all := slices.Sorted(maps.Keys(wrong))
	if len(all) == 0 {
		s.well("settings")
		return
	}
	text := all[0]
	if n := len(all) - 1; n > 0 {
		text += fmt.Sprintf(" (and %d more, which the log has)", n)
		for _, problem := range all[1:] {
			s.logf("%s", problem)
		}
	}
	s.trouble("settings", healthWarning, text)
}
