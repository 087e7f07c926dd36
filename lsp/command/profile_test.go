package command

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"
)

func TestProfilesAreWrittenAtTheEnd(t *testing.T) {
	dir := t.TempDir()
	p := profiles{cpu: filepath.Join(dir, "cpu"), memory: filepath.Join(dir, "memory")}
	_, end, err := p.begin()
	if err != nil {
		t.Fatal(err)
	}
	if err := end(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{p.cpu, p.memory} {
		if b, err := os.ReadFile(name); err != nil || len(b) < 2 || b[0] != 0x1f || b[1] != 0x8b { // gzip, as pprof reads it
			t.Errorf("%s: %d bytes, %v", name, len(b), err)
		}
	}
}

func TestPagesOfProfilesAreForThisMachineAlone(t *testing.T) {
	for at, want := range map[string]string{
		":6060":            `-debug: ":6060" is not this machine alone: use localhost:6060, or localhost:0 for any port`,
		"0.0.0.0:6060":     `-debug: "0.0.0.0:6060" is not this machine alone: use localhost:6060, or localhost:0 for any port`,
		"example.com:6060": `-debug: "example.com:6060" is not this machine alone: use localhost:6060, or localhost:0 for any port`,
		"6060":             `-debug: address 6060: missing port in address: use localhost:6060, or localhost:0 for any port`,
	} {
		p := profiles{debug: at}
		if _, _, err := p.begin(); err == nil || err.Error() != want {
			t.Errorf("%s: %v", at, err)
		}
	}
	p := profiles{debug: "localhost:0"}
	addr, end, err := p.begin()
	if err != nil {
		t.Fatal(err)
	}
	defer end() //nolint:errcheck // a listener
	for host, want := range map[string]int{addr: http.StatusOK, "rebound.example.com:80": http.StatusForbidden} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+addr+"/debug/pprof/", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, answer.Body) //nolint:errcheck // only its status counts
		answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("%s: %s", host, answer.Status)
		}
	}
}
