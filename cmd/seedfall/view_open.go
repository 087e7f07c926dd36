package main

import (
	"fmt"
	"html"
	"os"
	"os/exec"
	"runtime"
)

// openers are the commands that open a file as its user would, by operating system;
// xdg-open is that of all others.
var openers = map[string][]string{
	"darwin":  {"open"},
	"windows": {"rundll32", "url.dll,FileProtocolHandler"},
}

// browse opens an address in the user's browser, which outlives the command. The
// address goes through a file that only the user can read: the arguments of a
// process are for everybody to see. forget removes the file.
func browse(address string) (forget func(), err error) {
	file, err := os.CreateTemp("", "seedfall-*.html")
	if err != nil {
		return func() {}, err
	}
	forget = func() { os.Remove(file.Name()) } //nolint:errcheck // it leads nowhere then
	_, err = fmt.Fprintf(file, "<!doctype html>\n<meta http-equiv=\"refresh\" content=\"0; url=%s\">\n", html.EscapeString(address))
	if e := file.Close(); err == nil {
		err = e
	}
	if err != nil {
		return forget, err
	}
	opener, ok := openers[runtime.GOOS]
	if !ok {
		opener = []string{"xdg-open"}
	}
	c := exec.Command(opener[0], append(opener[1:len(opener):len(opener)], file.Name())...)
	if err := c.Start(); err != nil {
		return forget, err
	}
	return forget, c.Process.Release()
}
