package wasm

// Image is what a module's data segments put into memory when an instance
// starts: Bytes from address Start on.
type Image struct {
	Start uint32
	Bytes []byte
}

// maxImage bounds an image: a module's memory cannot be larger.
const maxImage = 1 << 32

// TakeImage takes the data segments out of a module: an instance of what is left
// starts with empty memory, into which the host copies the image. Go's linker
// writes thousands of segments, and applying them one by one costs more than
// the rest of a boot. A module whose segments are not all active ones with a
// constant address is returned as it is, with an empty image.
func TakeImage(mod []byte) ([]byte, Image, error) {
	sections, err := splitSections(mod)
	if err != nil {
		return nil, Image{}, err
	}
	var image Image
	out := append(make([]byte, 0, len(mod)), header...)
	for _, s := range sections {
		switch s.id {
		case sectionDataCount:
			continue
		case sectionData:
			var ok bool
			if image, ok, err = collect(s.body); err != nil {
				return nil, Image{}, err
			} else if !ok {
				return mod, Image{}, nil
			}
			continue
		}
		// The name of a custom section lies before its body.
		content := s.body.data[s.body.pos:s.body.end]
		var head []byte
		if s.id == sectionCustom {
			head = appendName(nil, s.name)
		}
		out = append(out, s.id)
		out = appendU32(out, uint32(len(head)+len(content)))
		out = append(append(out, head...), content...)
	}
	return out, image, nil
}

// segment is one active data segment.
type segment struct {
	at    uint64
	bytes []byte
}

// collect lays the segments of a data section over each other, in their order.
func collect(r reader) (image Image, ok bool, err error) {
	var all []segment
	low, high := uint64(maxImage), uint64(0)
	for range r.count() {
		if r.u32() != 0 { // not active, or in another memory
			return Image{}, false, r.err
		}
		at, constant := r.address()
		if !constant {
			return Image{}, false, r.err
		}
		s := segment{uint64(at), r.take(r.u32())}
		all = append(all, s)
		low, high = min(low, s.at), max(high, s.at+uint64(len(s.bytes)))
	}
	if r.err != nil || len(all) == 0 {
		return Image{}, r.err == nil, r.err
	}
	if high-low > maxInitial {
		return Image{}, false, nil
	}
	image = Image{uint32(low), make([]byte, high-low)}
	for _, s := range all {
		copy(image.Bytes[s.at-low:], s.bytes)
	}
	return image, true, nil
}

// maxInitial is more initialised data than any Go program has; a module that
// spreads a few bytes wider apart keeps its segments.
const maxInitial = 256 << 20

// address reads the expression "i32.const n; end".
func (r *reader) address() (n uint32, constant bool) {
	const i32Const, end = 0x41, 0x0b
	if r.byte() != i32Const {
		return 0, false
	}
	n = uint32(r.s64(32))
	return n, r.byte() == end && r.err == nil
}
