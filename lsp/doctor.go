package lsp

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/seedfall/seedfall/internal/atomicfile"
)

// Doctor is the answer of seedfall.doctor.
type Doctor struct {
	// OK says that nothing of what was looked at is an error.
	OK bool `json:"ok"`
	// Text is all of it, for a person to read or to send.
	Text string `json:"text"`
	// Findings are what was looked at, each thing once, in the order of Text.
	Findings []Finding `json:"findings"`
}

// Finding is something that was looked at.
type Finding struct {
	// About is a word: "server", "editor", "go", "config" or the like.
	About string `json:"about"`
	// Health is "ok", "warning" or "error", as in seedfall/status.
	Health health `json:"health"`
	// Message says how it is, and Try what to do about it; "" where nothing is to be
	// done.
	Message string `json:"message"`
	Try     string `json:"try,omitempty"`
}

// doctorCommand looks at what seedfall needs, and shows what it has found.
func (s *server) doctorCommand(ctx context.Context, c *command) error {
	d := doctorOf(s.findings(ctx))
	c.answer = d
	s.mu.Lock()
	own := s.abilities.seedfall
	s.mu.Unlock()
	if own {
		return nil
	}
	path, err := writeCached("doctor.txt", d.Text)
	if err != nil {
		return refused(err)
	}
	return s.showFile(ctx, path, "what the doctor has found")
}

// writeCached writes a text where this user's programs keep what can be made again,
// and gives the path.
func writeCached(name, text string) (path string, err error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir = filepath.Join(dir, "seedfall")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	path = filepath.Join(dir, name)
	return path, atomicfile.WriteBytes(path, atomicfile.Options{Mode: 0o600}, []byte(text))
}

// doctorOf is the page of some findings.
func doctorOf(all []Finding) Doctor {
	count := map[health]int{}
	wide := 0
	for _, f := range all {
		count[f.Health]++
		wide = max(wide, len(f.About))
	}
	var b strings.Builder
	switch {
	case count[healthError]+count[healthWarning] == 0:
		b.WriteString("seedfall doctor: all is well\n\n")
	default:
		fmt.Fprintf(&b, "seedfall doctor: %s, %s\n\n", plural(count[healthError], "error"), plural(count[healthWarning], "warning"))
	}
	for _, f := range all {
		fmt.Fprintf(&b, "%-7s  %-*s  %s\n", f.Health, wide, f.About, strings.Join(strings.Fields(f.Message), " "))
		if f.Try != "" {
			fmt.Fprintf(&b, "%-7s  %-*s  try: %s\n", "", wide, "", f.Try)
		}
	}
	return Doctor{OK: count[healthError] == 0, Text: b.String(), Findings: all}
}
