package wasm

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/tetratelabs/wazero"
)

// FuzzInstrument looks for modules that make Instrument panic, and for valid
// ones that it makes invalid.
func FuzzInstrument(f *testing.F) {
	for _, file := range stories(f) {
		s := readStory(f, file)
		f.Add(goModule(s.functions()...), s.loops)
	}
	f.Add(with("loop", "loop", "br 1", "end", "end"), true)
	f.Add(with("block", "loop", "block", "local.get 0", "br_table 0 1 2 3", "end", "i32.const 0", "local.set 0", "br 0", "end", "end"), false)
	f.Add([]byte(header), false)
	r := wazero.NewRuntimeWithConfig(context.Background(), wazero.NewRuntimeConfigInterpreter())
	f.Fuzz(func(t *testing.T, mod []byte, loops bool) { staysValid(t, r, mod, loops) })
}

// FuzzChangedGuest does the same with a program of the Go linker in which some
// bytes are changed.
func FuzzChangedGuest(f *testing.F) {
	f.Add(uint32(0x4000), []byte{0x0c}, false)
	f.Add(uint32(0x8001), []byte{0x0b, 0x0b}, true)
	f.Add(uint32(300), []byte{0xff, 0xff, 0xff}, false)
	r := wazero.NewRuntimeWithConfig(context.Background(), wazero.NewRuntimeConfigInterpreter())
	f.Fuzz(func(t *testing.T, at uint32, patch []byte, loops bool) {
		mod := slices.Clone(guest(t))
		copy(mod[int(at)%len(mod):], patch)
		staysValid(t, r, mod, loops)
	})
}

func staysValid(t *testing.T, r wazero.Runtime, mod []byte, loops bool) {
	m, err := Instrument(mod, Options{Loops: loops})
	if err != nil {
		if e := new(*Error); !errors.As(err, e) {
			t.Errorf("%T is not an *Error", err)
		}
		return
	}
	// wazero may be asked only now: it allocates what a module announces.
	if !valid(t, r, mod) {
		return
	}
	if !valid(t, r, m.Bytes) {
		t.Errorf("a valid module became an invalid one")
	}
}

func valid(t *testing.T, r wazero.Runtime, mod []byte) bool {
	code, err := r.CompileModule(t.Context(), mod)
	if err != nil {
		t.Log(err)
		return false
	}
	code.Close(t.Context())
	return true
}
