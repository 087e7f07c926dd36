package guest

import "testing"

func TestSymbolsAreReadAsPeopleWriteThem(t *testing.T) {
	for symbol, want := range map[string][2]string{
		"main.f":                                    {"main", "main.f"},
		"os.(*File).Write":                          {"os", "os.(*File).Write"},
		"internal/poll.(*FD).Write":                 {"internal/poll", "internal/poll.(*FD).Write"},
		"example.com/kv.(*Log).append":              {"example.com/kv", "example.com/kv.(*Log).append"},
		"gopkg.in/yaml%2ev3.Unmarshal":              {"gopkg.in/yaml.v3", "gopkg.in/yaml.v3.Unmarshal"},
		"main.Map[go.shape.int,go.shape.*uint8]":    {"main", "main.Map[...]"},
		"main.(*T[example.com/a.K]).m":              {"main", "main.(*T[...]).m"},
		"a.com/b.T[[]int].m[go.shape.struct { A }]": {"a.com/b", "a.com/b.T[...].m[...]"},
		"vendor/golang.org/x/net/dns.f":             {"vendor/golang.org/x/net/dns", "vendor/golang.org/x/net/dns.f"},
		"type:.eq.example.com/kv.T":                 {"", "type:.eq.example.com/kv.T"},
		"go:buildid":                                {"", "go:buildid"},
		"wasm_pc_f_loop":                            {"", "wasm_pc_f_loop"},
		"":                                          {"", ""},
	} {
		if pkg, name := readSymbol(symbol); pkg != want[0] || name != want[1] {
			t.Errorf("%q gives %q, %q, want %q", symbol, pkg, name, want)
		}
	}
}

func TestTheStandardLibraryAndSimAreNotTheProgramsOwn(t *testing.T) {
	s := &stacks{modules: []string{"kv", "example.com/log", "github.com/seedfall/seedfall"}}
	for pkg, want := range map[string]bool{
		"os": true, "internal/poll": true, "vendor/golang.org/x/net/dns": true, "kvlog": true, "": true,
		"github.com/seedfall/seedfall/sim": true, "github.com/seedfall/seedfall/internal/abi": true,
		"main": false, "kv": false, "kv/store": false, "example.com/log": false, "example.com/other": false,
		"github.com/seedfall/seedfall/examples/kvlog/store": false,
	} {
		if got := s.library(pkg); got != want {
			t.Errorf("%q: %v", pkg, got)
		}
	}
}

func FuzzReadSymbol(f *testing.F) {
	for _, s := range []string{"main.f", "a.com/b%2ec.(*T[x/y.Z]).m", "[", "](.", "%", "a%2"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, symbol string) {
		if pkg, name := readSymbol(symbol); pkg != "" && len(name) <= len(pkg) {
			t.Errorf("%q gives %q, %q", symbol, pkg, name)
		}
	})
}
