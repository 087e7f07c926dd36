package lsp

import (
	"path/filepath"
	"testing"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/lsp/internal/view"
)

// BenchmarkConfigsOfARepository finds the files of all configs of this repository: at
// once, as the server does, and one config after the other.
func BenchmarkConfigsOfARepository(b *testing.B) {
	root, err := filepath.Abs("..")
	if err != nil {
		b.Fatal(err)
	}
	var all []view.Programs
	for _, path := range configsIn(root, nil) {
		c, err := config.Load(path)
		if err != nil {
			continue
		}
		all = append(all, view.Programs{Dir: c.Dir(), Tags: c.Tags, Packages: packagesOf(c)})
	}
	b.Run("together", func(b *testing.B) {
		for b.Loop() {
			view.List(b.Context(), view.Build{}, all, half())
		}
		b.ReportMetric(float64(len(all)), "configs")
	})
	b.Run("one by one", func(b *testing.B) {
		for b.Loop() {
			for _, p := range all {
				view.List(b.Context(), view.Build{}, []view.Programs{p}, 1)
			}
		}
	})
}
