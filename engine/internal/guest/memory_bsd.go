//go:build darwin || freebsd

package guest

// noReserve is nothing: these systems do not count untouched memory.
const noReserve = 0
