package rawalloc

// maxArrayLen is what pebble has for machines with 32 bits of address.
const maxArrayLen = 1<<31 - 1
