package lsp

import (
	"regexp"
	"strconv"
	"strings"
)

// goError is a line of the go command about a place in a file.
type goError struct {
	file      string
	line, col int // from 1; col is 0 if it is not told
	message   string
}

var goErrorLine = regexp.MustCompile(`^\s*(?:vet: )?(.+?\.go):(\d+)(?::(\d+))?: (.+)$`)

// goErrors finds the lines with places in what the go command printed.
func goErrors(output string) (all []goError) {
	for line := range strings.Lines(output) {
		m := goErrorLine.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m == nil {
			continue
		}
		n, _ := strconv.Atoi(m[2])
		col, _ := strconv.Atoi(m[3])
		all = append(all, goError{m[1], n, col, m[4]})
	}
	return all
}
