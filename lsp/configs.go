package lsp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/seedfall/seedfall/engine/config"
)

// isConfig says whether a document is a config, by its name or by the schema that
// it names. mu is held.
func (s *server) isConfig(d *document) bool {
	return filepath.Ext(d.path) == ".json" && (s.scenario(d.path) != nil || isConfigText(d.path, []byte(d.text.Text())))
}

// isConfigText says whether a file with a content is a config.
func isConfigText(at string, content []byte) bool {
	if filepath.Base(at) == config.FileName {
		return true
	}
	if len(content) > 64<<10 || !bytes.Contains(content, []byte(`"$schema"`)) {
		return false
	}
	schema := config.Read(at, content).Config().Schema
	return strings.HasSuffix(schema, "engine/config/schema.json") || strings.Contains(schema, "seedfall")
}

// isConfigFile is isConfigText for a file on disk.
func isConfigFile(at string) bool {
	if filepath.Base(at) == config.FileName {
		return true
	}
	info, err := os.Stat(at)
	if err != nil || info.Size() > 64<<10 {
		return false
	}
	b, err := os.ReadFile(at)
	return err == nil && isConfigText(at, b)
}

// isSchedule says whether a file holds the faults of a run, by its name.
func isSchedule(path string) bool { return strings.HasSuffix(path, ".faults.json") }

// taken takes apart the text of an open document.
func taken(d *document) *config.Document { return config.Read(d.path, []byte(d.text.Text())) }

// content is the string that stands at a span of a JSON text; "" if there is no
// whole one.
func content(text string, at config.Span) (value string) {
	if json.Unmarshal([]byte(text[at.Start:at.End]), &value) != nil {
		return ""
	}
	return value
}

// itemPath is the path of an item of a list, from 0.
func itemPath(list string, i int) string { return fmt.Sprintf("%s[%d]", list, i) }
