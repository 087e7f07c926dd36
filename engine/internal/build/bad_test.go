package build

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

// Each archive of testdata/bad is a module, the packages asked for, perhaps
// GOFLAGS, and the whole text of the error.
func TestBadInputGivesOneClearError(t *testing.T) {
	archives, err := filepath.Glob("testdata/bad/*.txt")
	if err != nil || len(archives) == 0 {
		t.Fatal(archives, err)
	}
	for _, path := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *testing.T) {
			a, dir := module(t, path)
			r := Request{Dir: dir, Packages: lines(section(a, "packages")), CacheDir: filepath.Join(dir, ".seedfall", "cache")}
			r.Env = append(r.Env, "GOPROXY=off", "GOFLAGS="+strings.TrimSpace(section(a, "flags")))
			_, err := Guests(t.Context(), r)
			if err == nil {
				t.Fatal("no error")
			}
			got := strings.ReplaceAll(err.Error(), dir, "$DIR") + "\n"
			var compile *CompileError
			if errors.As(err, &compile) {
				got += "CompileError: " + compile.Package + "\n"
			}
			if *update {
				updateSection(t, path, a, "error", got)
			} else if want := section(a, "error"); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
			if left := folders(filepath.Join(r.CacheDir, "scratch")); len(left) > 0 {
				t.Errorf("left in the cache: %s", left)
			}
		})
	}
}
