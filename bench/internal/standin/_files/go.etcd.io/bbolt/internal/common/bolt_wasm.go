package common

// The limits that bbolt has for other machines with 32 bits of address.
const (
	MaxMapSize   = 0x7FFFFFFF
	MaxAllocSize = 0xFFFFFFF
)
