package y

import "syscall"

// As on Linux, which calls the flag O_DSYNC.
func init() { datasyncFileFlag = syscall.O_SYNC }
