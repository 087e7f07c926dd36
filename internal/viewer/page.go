package viewer

import (
	"bufio"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"html"
	"io"

	"github.com/seedfall/seedfall/engine/tracefile"
)

// policy is what a page may do: run its own script, have its own style, and what more
// says besides. Script and style stand in the page and are named by their hashes.
func policy(more string) string {
	return "default-src 'none'; script-src " + source(script) + "; style-src " + source(style) + "; base-uri 'none'; form-action 'none'" + more
}

// WritePage writes one page that has a run in it. It loads nothing: its policy
// allows no connection.
func WritePage(w io.Writer, f *tracefile.File) error {
	first := fmt.Sprintf("<meta http-equiv=\"Content-Security-Policy\" content=%q>\n", policy(""))
	return write(w, first, titleOf(f), func(b *bufio.Writer) error {
		for _, s := range tracefile.Sections() {
			fmt.Fprintf(b, "<script type=\"application/octet-stream\" id=\"seedfall-%s\" data-run=\"main\">", s)
			if err := packed(b, f, s); err != nil {
				return err
			}
			b.WriteString("</script>\n") //nolint:errcheck // Flush has its error
		}
		return nil
	})
}

// packed writes a section as base64 of gzip.
func packed(w io.Writer, f *tracefile.File, s tracefile.Section) error {
	text := base64.NewEncoder(base64.StdEncoding, w)
	zip := gzip.NewWriter(text)
	err := f.WriteSection(zip, s)
	if e := zip.Close(); err == nil {
		err = e
	}
	if e := text.Close(); err == nil {
		err = e
	}
	return err
}

// writeServed writes the page of a server, which gets the run from it. The policy of
// that is in a header.
func writeServed(w io.Writer) error {
	return write(w, "<link rel=\"icon\" href=\"data:,\">\n", "seedfall", func(*bufio.Writer) error { return nil })
}

// write writes what both pages have, with first at the beginning of the head and run
// in front of the script.
func write(w io.Writer, first, title string, run func(*bufio.Writer) error) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n%s", first)
	fmt.Fprintf(b, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>%s</title>\n<style>%s</style>\n</head>\n<body>\n", html.EscapeString(title), style)
	b.WriteString("<noscript>The timeline is drawn by a script, which this browser does not run.</noscript>\n") //nolint:errcheck // Flush has its error
	if err := run(b); err != nil {
		return err
	}
	fmt.Fprintf(b, "<script>%s</script>\n</body>\n</html>\n", script)
	return b.Flush()
}

// titleOf says which run it is.
func titleOf(f *tracefile.File) string {
	if f.Failure != nil {
		return fmt.Sprintf("seed %d: %s", f.Seed, f.Failure.Title())
	}
	return fmt.Sprintf("seed %d", f.Seed)
}
