package schedule

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/internal/atomicfile"
)

// Schema is the version of the form that Write writes.
const Schema = 1

// Read reads a schedule. A bare array of faults, as older versions wrote it, is
// a schedule without a seed: bare is true then. Errors are meant for the user.
func Read(path string) (s *Schedule, bare bool, err error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, fmt.Errorf("%s: there is no such schedule; a failing run saves one, and prints where", path)
	}
	if err != nil {
		return nil, false, err
	}
	s, bare, err = Parse(b)
	if err != nil {
		return nil, false, fmt.Errorf("%s:%w", path, err)
	}
	return s, bare, nil
}

// Parse reads the content of a schedule file. Its errors begin with line and
// column.
func Parse(b []byte) (s *Schedule, bare bool, err error) {
	s = &Schedule{Schema: Schema}
	var into any = s
	if t := bytes.TrimLeft(b, " \t\r\n"); len(t) > 0 && t[0] == '[' {
		bare, into = true, &s.Faults
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	err = d.Decode(into)
	if errors.Is(err, io.EOF) {
		err = errors.New("unexpected end of the file")
	}
	if err == nil && d.More() {
		err = errors.New("text after the end of the schedule")
	}
	if err != nil {
		return nil, false, at(b, offset(err, b, d), plain(err))
	}
	if s.Schema != Schema {
		return nil, false, at(b, 0, fmt.Sprintf("schema %d; this seedfall reads schema %d: use the version that wrote the file", s.Schema, Schema))
	}
	if s.Duration < 0 || s.Ops < 0 {
		return nil, false, at(b, 0, "duration and ops cannot be negative")
	}
	for i, name := range s.Plain {
		if !slices.ContainsFunc(Streams, func(st Stream) bool { return st.Name == name }) {
			return nil, false, at(b, 0, fmt.Sprintf("plain[%d]: %q is not a stream of draws; use latency, ties, random or tearing", i, name))
		}
	}
	for i := range s.Faults {
		if err := s.Faults[i].check(); err != nil {
			return nil, false, at(b, 0, fmt.Sprintf("faults[%d]: %v", i, err))
		}
	}
	return s, bare, nil
}

// plain is an error of encoding/json without the words that speak of Go.
func plain(err error) string {
	var typ *json.UnmarshalTypeError
	if errors.As(err, &typ) {
		return fmt.Sprintf("%s cannot be a %s", typ.Field, typ.Value)
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}

// offset is where in the text an error of encoding/json lies.
func offset(err error, b []byte, d *json.Decoder) int64 {
	var syntax *json.SyntaxError
	var typ *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return int64(len(b))
	case errors.As(err, &syntax):
		return syntax.Offset
	case errors.As(err, &typ):
		return typ.Offset
	}
	return d.InputOffset()
}

func at(b []byte, offset int64, message string) error {
	before := b[:min(int(offset), len(b))]
	line := bytes.Count(before, []byte("\n")) + 1
	col := len(before) - bytes.LastIndexByte(before, '\n')
	return fmt.Errorf("%d:%d: %s", line, col, message)
}

// check says what is wrong with a fault that was read from a file. A direction
// left out is "both", a point left out "before".
func (f *Fault) check() error {
	k, ok := KindOf(f.Kind)
	switch {
	case !ok:
		return fmt.Errorf("kind %q is not a kind of fault; use one of %s", f.Kind, names())
	case k.Node && f.Node == "":
		return fmt.Errorf("a %s needs a node", f.Kind)
	case k.Op && f.Op == 0:
		return fmt.Errorf("a %s needs op, the number of the node's disk operation, from 1", f.Kind)
	case k.Cut && len(f.Cut) == 0:
		return fmt.Errorf("a %s needs cut, the names of the nodes on one side", f.Kind)
	case f.Until < f.At:
		return fmt.Errorf("until %v lies before at %v", f.Until, f.At)
	case f.Bytes < 0 || f.Grace < 0 || f.Page < 0 || f.PageTo < 0:
		return fmt.Errorf("bytes, grace, page and page_to cannot be negative")
	case (f.Kind == LostWrite || f.Kind == MisdirectedWrite) && f.Page == 0:
		return fmt.Errorf("a %s needs page, from 1", f.Kind)
	}
	if k.Cut && f.Direction == "" {
		f.Direction = Both
	}
	if f.Kind == CrashIO && f.Point == "" {
		f.Point = Before
	}
	if k.Cut && !one(f.Direction, Both, Out, In) {
		return fmt.Errorf("direction %q; use both, out or in", f.Direction)
	}
	if f.Kind == CrashIO && !one(f.Point, Before, Within, After, Ack) {
		return fmt.Errorf("point %q; use before, within, after or ack", f.Point)
	}
	return nil
}

func one(s string, of ...string) bool {
	for _, o := range of {
		if s == o {
			return true
		}
	}
	return false
}

func names() string {
	var all []string
	for _, k := range Kinds {
		all = append(all, k.Name)
	}
	return strings.Join(all, ", ")
}

// Encode gives the content of a schedule file, a line for each fault.
func (s *Schedule) Encode() []byte {
	c := *s
	c.Schema = Schema
	c.Faults = nil
	head, err := json.MarshalIndent(&c, "", "  ")
	if err != nil {
		panic(err) // plain data
	}
	var list bytes.Buffer
	list.WriteString(`"faults": [`)
	for i := range s.Faults {
		line, err := json.Marshal(&s.Faults[i])
		if err != nil {
			panic(err)
		}
		if i > 0 {
			list.WriteByte(',')
		}
		list.WriteString("\n    ")
		list.Write(line)
	}
	if len(s.Faults) > 0 {
		list.WriteString("\n  ")
	}
	list.WriteByte(']')
	return append(bytes.Replace(head, []byte(`"faults": null`), list.Bytes(), 1), '\n')
}

// Write saves a schedule; a reader sees the old file or the new one, also after a
// power cut. Folders that are missing are made. What is no file, a device or a pipe, is
// written to and stays what it is.
func Write(path string, s *Schedule) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	// What is committed is for everybody.
	return atomicfile.WriteBytes(path, atomicfile.Options{Mode: 0o644, Durable: true, Through: true}, s.Encode())
}
