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

// WritePage writes one page that has a run in it. It loads nothing: its policy
// allows its own script and its own style, and no connection.
func WritePage(w io.Writer, f *tracefile.File) error {
	b := bufio.NewWriter(w)
	policy := "default-src 'none'; script-src " + source(script) + "; style-src " + source(style) + "; base-uri 'none'; form-action 'none'"
	begin(b, fmt.Sprintf("<meta http-equiv=\"Content-Security-Policy\" content=%q>\n", policy), titleOf(f))
	fmt.Fprintf(b, "<style>%s</style>\n", style)
	between(b)
	for _, s := range tracefile.Sections() {
		fmt.Fprintf(b, "<script type=\"application/octet-stream\" id=\"seedfall-%s\" data-run=\"main\">", s)
		if err := packed(b, f, s); err != nil {
			return err
		}
		b.WriteString("</script>\n") //nolint:errcheck // Flush has its error
	}
	fmt.Fprintf(b, "<script>%s</script>\n", script)
	end(b)
	return b.Flush()
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

// writeServed writes the page of a server, which gets everything from it.
func writeServed(w io.Writer, title string) error {
	b := bufio.NewWriter(w)
	begin(b, "<link rel=\"icon\" href=\"data:,\">\n", title)
	b.WriteString("<link rel=\"stylesheet\" href=\"timeline.css\">\n") //nolint:errcheck // Flush has its error
	between(b)
	b.WriteString("<script src=\"timeline.js\"></script>\n") //nolint:errcheck // as above
	end(b)
	return b.Flush()
}

// begin, between and end write what both pages have; Flush of b has their errors.
func begin(b *bufio.Writer, first, title string) {
	fmt.Fprintf(b, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n%s", first)
	fmt.Fprintf(b, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>%s</title>\n", html.EscapeString(title))
}

func between(b *bufio.Writer) {
	b.WriteString("</head>\n<body>\n<noscript>The timeline is drawn by a script, which this browser does not run.</noscript>\n") //nolint:errcheck // see above
}

func end(b *bufio.Writer) { b.WriteString("</body>\n</html>\n") } //nolint:errcheck // see above

// titleOf says which run it is.
func titleOf(f *tracefile.File) string {
	if f.Failure != nil {
		return fmt.Sprintf("seed %d: %s", f.Seed, f.Failure.Title())
	}
	return fmt.Sprintf("seed %d", f.Seed)
}
