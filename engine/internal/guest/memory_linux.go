package guest

import "syscall"

// noReserve keeps the kernel from counting memory that is never touched.
const noReserve = syscall.MAP_NORESERVE
