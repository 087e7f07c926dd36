package wasm

import (
	"bytes"
	"strings"
)

// The go command writes these around what runtime/debug.ReadBuildInfo gives.
const (
	infoStart = "\x30\x77\xaf\x0c\x92\x74\x08\x02\x41\xe1\xc1\x07\xe6\xd6\x18\xe6"
	infoEnd   = "\xf9\x32\x43\x31\x86\x18\x20\x72\x00\x82\x42\x10\x41\x16\xd8\xf2"
)

// Modules are the paths of the modules that the program was built from, its own
// first and then its dependencies, as import paths begin with them: a module that
// is replaced by another has its own name. It is empty for a program that was
// built without modules. The standard library is not among them.
func (im Image) Modules() (paths []string) {
	_, info, _ := bytes.Cut(im.Bytes, []byte(infoStart+"path\t"))
	info, _, ok := bytes.Cut(info, []byte(infoEnd))
	if !ok {
		return nil
	}
	for line := range strings.Lines(string(info)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(fields) > 1 && (fields[0] == "mod" || fields[0] == "dep") {
			paths = append(paths, fields[1])
		}
	}
	return paths
}
