package journal

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func open(t *testing.T, path string) (*Journal, string) {
	t.Helper()
	j, all, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	return j, text(all)
}

func text(all []Record) string {
	var s []string
	for _, r := range all {
		s = append(s, fmt.Sprintf("%s=%s", r.Key, r.Data))
	}
	return strings.Join(s, " ")
}

func add(t *testing.T, j *Journal, key, data string) string {
	t.Helper()
	news, err := j.Append(Record{key, []byte(data)}, true)
	if err != nil {
		t.Fatal(err)
	}
	return text(news)
}

func want(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}

func TestTheLastRecordOfAKeyCounts(t *testing.T) {
	path := filepath.Join(t.TempDir(), ".seedfall", "results")
	j, all := open(t, path)
	want(t, "before there is a file", all, "")
	add(t, j, "b", "1")
	add(t, j, "a", "2")
	add(t, j, "b", "3")
	add(t, j, "c", "4")
	add(t, j, "c", "")
	_, all = open(t, path)
	want(t, "after a restart", all, "a=2 b=3")
}

func TestOthersHearWhatIsWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "results")
	one, _ := open(t, path)
	two, _ := open(t, path)
	add(t, one, "a", "1")
	want(t, "before the second writes", add(t, two, "b", "2"), "a=1")
	news, err := one.Follow()
	if err != nil {
		t.Fatal(err)
	}
	want(t, "what the first follows", text(news), "b=2")
	news, err = one.Follow()
	if err != nil {
		t.Fatal(err)
	}
	want(t, "when nothing is new", text(news), "")
}

func TestATornTailIsCut(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "results")
	j, _ := open(t, path)
	add(t, j, "a", "1")
	add(t, j, "b", "22")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for n := range whole {
		path := filepath.Join(dir, fmt.Sprint(n))
		if err := os.WriteFile(path, whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		j, all := open(t, path)
		exp := ""
		if n >= headerLen+frameLen+4 {
			exp = "a=1"
		}
		want(t, fmt.Sprintf("%d bytes", n), all, exp)
		want(t, fmt.Sprintf("warning of %d bytes", n), j.Warning, "")
		add(t, j, "c", "3")
		_, all = open(t, path)
		want(t, fmt.Sprintf("%d bytes, and a record behind", n), all, strings.TrimSpace(exp+" c=3"))
	}
}

func TestADamagedFileIsSetAside(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "results")
	j, _ := open(t, path)
	add(t, j, "a", "1")
	add(t, j, "b", "2")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damaged := bytes.Clone(whole)
	damaged[headerLen+frameLen+3]++ // in the first record
	for name, content := range map[string]string{"damaged": string(damaged), "foreign": "#!/bin/sh\necho\n", "older": magic + "\x00\x00\x00\x00",
		"long": string(header()) + "\xff\xff\xff\xff\x00\x00\x00\x00"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		j, all := open(t, path)
		want(t, name, all, "")
		if !strings.Contains(j.Warning, "set aside as "+name+".damaged") {
			t.Errorf("%s: the warning is %q", name, j.Warning)
		}
		if b, err := os.ReadFile(path + ".damaged"); err != nil || string(b) != content {
			t.Errorf("%s: set aside is %q, %v", name, b, err)
		}
		add(t, j, "c", "3")
		_, all = open(t, path)
		want(t, name+", begun anew", all, "c=3")
	}
}

func TestAFileOfANewerVersionStays(t *testing.T) {
	path := filepath.Join(t.TempDir(), "results")
	content := magic + "\x02\x00\x00\x00what follows"
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Open(path); !errors.Is(err, ErrNewer) {
		t.Errorf("the error is %v", err)
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != content {
		t.Errorf("the file is %q, %v", b, err)
	}
}

func TestAFileThatGrowsIsWrittenAnew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "results")
	one, _ := open(t, path)
	two, _ := open(t, path)
	add(t, one, "small", "1")
	large := strings.Repeat("x", minCompact/8)
	for range 20 {
		add(t, one, "large", large)
		if info, err := os.Stat(path); err != nil || info.Size() > 2*minCompact {
			t.Fatalf("it has %v bytes, %v", info.Size(), err)
		}
	}
	news, err := two.Follow()
	if err != nil {
		t.Fatal(err)
	}
	if last := news[len(news)-1]; last.Key != "small" && last.Key != "large" {
		t.Errorf("the other follows %q", last.Key)
	}
	add(t, two, "other", "2")
	_, all := open(t, path)
	want(t, "all of it", all, "large="+large+" other=2 small=1")
}

func FuzzDecode(f *testing.F) {
	b, err := encode(nil, Record{"key", []byte("data")})
	if err != nil {
		f.Fatal(err)
	}
	two, err := encode(b, Record{"", nil})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Add(two)
	f.Add(two[:len(two)-1])
	f.Add([]byte("\xff\xff\xff\xff\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, b []byte) {
		all, left, err := decode(b)
		if err != nil {
			if all != nil || left != 0 {
				t.Fatal("something of a damaged file is trusted")
			}
			return
		}
		var again []byte
		for _, r := range all {
			if again, err = encode(again, r); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(again, b[:len(b)-left]) {
			t.Fatalf("%x is read as %v, which is written as %x", b, all, again)
		}
	})
}
