package wasm

import (
	"bytes"
	"testing"
)

// withData is a module that has one memory page and the given data section.
func withData(data string) []byte {
	m := []byte(header)
	m = append(m, sectionMemory, 3, 1, 0, 1)
	m = append(m, sectionDataCount, 1, 2)
	m = append(m, sectionData, byte(len(data)))
	return append(m, data...)
}

func TestTheImageIsWhatTheSegmentsWrite(t *testing.T) {
	mod := withData("\x03" +
		"\x00\x41\x90\x01\x0b\x03abc" + // at 144
		"\x00\x41\x98\x01\x0b\x01z" + // at 152, after a gap
		"\x00\x41\x91\x01\x0b\x01B") // at 145, over the first
	rest, image, err := TakeImage(mod)
	if err != nil {
		t.Fatal(err)
	}
	if image.Start != 144 || string(image.Bytes) != "aBc\x00\x00\x00\x00\x00z" {
		t.Errorf("at %d: %q", image.Start, image.Bytes)
	}
	if want := append([]byte(header), sectionMemory, 3, 1, 0, 1); !bytes.Equal(rest, want) {
		t.Errorf("left: %x", rest)
	}
}

func TestSegmentsThatCannotBeTakenStay(t *testing.T) {
	for name, data := range map[string]string{
		"passive":      "\x01\x01\x03abc",
		"not constant": "\x01\x00\x23\x00\x0b\x01a",
		"far apart":    "\x02\x00\x41\x00\x0b\x01a\x00\x41\x80\x80\x80\x80\x7c\x0b\x01a",
	} {
		mod := withData(data)
		rest, image, err := TakeImage(mod)
		if err != nil || len(image.Bytes) > 0 || !bytes.Equal(rest, mod) {
			t.Errorf("%s: %v, %d bytes", name, err, len(image.Bytes))
		}
	}
	if _, _, err := TakeImage(withData("\x05\x00\x41\x00\x0b\x7fabc")); err == nil {
		t.Error("a segment that is cut short is taken")
	}
}

func FuzzTakeImage(f *testing.F) {
	f.Add(withData("\x01\x00\x41\x90\x01\x0b\x03abc"))
	f.Add(withData("\x01\x01\x03abc"))
	f.Fuzz(func(t *testing.T, mod []byte) {
		rest, image, err := TakeImage(mod)
		if err == nil && len(rest)+len(image.Bytes) > len(mod)+maxInitial {
			t.Errorf("%d bytes and an image of %d from %d", len(rest), len(image.Bytes), len(mod))
		}
	})
}
