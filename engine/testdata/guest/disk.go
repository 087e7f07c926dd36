package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"
)

func init() { modes["disk"] = disk }

// disk writes and reads a file for a minute and prints, each once, the ways in
// which that went wrong. What it reads has to be what it wrote, zeros, or what
// it says it is not.
func disk([]string) {
	f, err := os.OpenFile("/data", os.O_CREATE|os.O_RDWR, 0o644)
	must(err)
	seen := map[string]bool{}
	report := func(what string) {
		if !seen[what] {
			seen[what] = true
			fmt.Println(what)
		}
	}
	page := bytes.Repeat([]byte("x"), 4096)
	got := make([]byte, 4096)
	check := func(when string) {
		for p := range 8 {
			n, err := f.ReadAt(got, int64(p)*4096)
			switch {
			case errors.Is(err, io.EOF):
			case err != nil:
				report(when + ": " + err.Error())
			case n == 4096 && !bytes.Equal(got, page) && !bytes.Equal(got, make([]byte, 4096)):
				report(when + ": wrong bytes")
			}
		}
	}
	check("at the start")
	for n := 0; ; n++ {
		if _, err := f.WriteAt(page, int64(n%8)*4096); err != nil {
			report("write: " + err.Error())
			if !errors.Is(err, syscall.EIO) && !errors.Is(err, syscall.ENOSPC) {
				panic(err)
			}
		}
		before := time.Now()
		if err := f.Sync(); err != nil {
			report("sync: " + err.Error())
		}
		if time.Since(before) > time.Millisecond {
			report("a sync took its time")
		}
		check("later")
		time.Sleep(50 * time.Millisecond)
	}
}
