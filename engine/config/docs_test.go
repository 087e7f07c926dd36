package config

import (
	"os"
	"strings"
	"testing"
)

// docs/faults.md has a row for every fault, disk setting and file system model.
func TestTheReferenceOfFaultsIsComplete(t *testing.T) {
	b, err := os.ReadFile("../../docs/faults.md")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, k := range Keys("faults") {
		names = append(names, k.Name)
	}
	for _, k := range Keys("nodes[0]") {
		if strings.HasPrefix(k.Name, "disk_") || strings.HasSuffix(k.Name, "_writes") || strings.HasSuffix(k.Name, "_dirs") || strings.HasSuffix(k.Name, "_growth") {
			names = append(names, k.Name)
		}
	}
	for _, k := range Keys("nodes[0]") {
		if k.Name == "fs_model" {
			for _, v := range k.Values {
				names = append(names, v.Name)
			}
		}
	}
	if len(names) < 20 {
		t.Fatalf("only %d names: %v", len(names), names)
	}
	for _, n := range names {
		if !strings.Contains(string(b), "| `"+n+"` |") {
			t.Errorf("docs/faults.md has no row for %s", n)
		}
	}
}
