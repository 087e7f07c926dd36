package tracefile

import (
	"hash/crc32"
	"strconv"
)

func itoa(n int) string { return strconv.Itoa(n) }

func crcOf(b []byte) uint32 { return crc32.Checksum(b, castagnoli) }
