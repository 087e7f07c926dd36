package engine

import (
	"context"
	"os"
	"path/filepath"

	"github.com/seedfall/seedfall/engine/internal/build"
	"github.com/seedfall/seedfall/engine/internal/guest"
)

// selfCheck gives a function that builds the self-check program with the
// toolchain that built set.
func selfCheck(set *build.Set, o PrepareOptions) func(context.Context) ([]byte, error) {
	return func(ctx context.Context) ([]byte, error) {
		dir, err := os.MkdirTemp("", "seedfall-selfcheck")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		for name, text := range map[string]string{"go.mod": "module selfcheck\n\ngo 1.24\n", "main.go": guest.SelfCheckSource} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				return nil, err
			}
		}
		env := append([]string{"GOWORK=off"}, o.Env...)
		built, err := build.Guests(ctx, build.Request{Dir: dir, Packages: []string{"."}, Env: append(env, "GOTOOLCHAIN="+set.GoVersion)})
		if err != nil {
			return nil, err
		}
		return built.Guests[0].Wasm, built.Close()
	}
}
