package config

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Size is a number of bytes.
type Size uint64

// The usual sizes.
const (
	KiB Size = 1 << (10 * (iota + 1))
	MiB
	GiB
	TiB
)

var sizeUnits = []struct {
	name string
	size Size
}{{"TiB", TiB}, {"GiB", GiB}, {"MiB", MiB}, {"KiB", KiB}}

// String gives s in the largest unit that divides it, such as "64MiB", or as a
// plain number of bytes. ParseSize reads it back.
func (s Size) String() string {
	for _, u := range sizeUnits {
		if s != 0 && s%u.size == 0 {
			return fmt.Sprintf("%d%s", s/u.size, u.name)
		}
	}
	return strconv.FormatUint(uint64(s), 10)
}

// ParseSize reads a whole number of bytes, or of KiB, MiB, GiB or TiB when one
// of these follows it without a space.
func ParseSize(s string) (Size, error) {
	digits, unit := s, Size(1)
	for _, u := range sizeUnits {
		if rest, ok := strings.CutSuffix(s, u.name); ok {
			digits, unit = rest, u.size
		}
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil || n > math.MaxUint64/uint64(unit) {
		return 0, fmt.Errorf("%q is not a size; write for example \"64MiB\" or \"1GiB\"", s)
	}
	return Size(n) * unit, nil
}
