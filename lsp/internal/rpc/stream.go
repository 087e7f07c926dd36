// Package rpc carries the messages of the language server: frames over a pipe,
// requests that can be cancelled, notifications in their order. What a client
// sends never ends the connection, and what a handler does never ends the process.
package rpc

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"go.lsp.dev/jsonrpc2"
)

// MaxMessage is how many bytes a message from the client may have. A longer one
// is skipped and answered with an error.
const MaxMessage = 64 << 20

// maxHeader is how many bytes the header of a frame may have.
const maxHeader = 8 << 10

// stream reads and writes frames with a Content-Length header. It implements
// jsonrpc2.Stream, and unlike the one of that package goes on after a frame that
// is none.
type stream struct {
	in    *bufio.Reader
	close func() error
	ended func() // called when there is nothing more to read; nil for nobody

	mu  sync.Mutex // held while a frame is written
	out io.Writer
	log Log
}

func newStream(in io.Reader, out io.Writer, closing func() error, log Log) *stream {
	return &stream{in: bufio.NewReaderSize(in, 64<<10), out: out, close: closing, log: log}
}

// Read gives the next message that is one. Others are answered with an error, as
// far as that is possible.
func (s *stream) Read(ctx context.Context) (jsonrpc2.Message, int64, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		body, err := s.frame()
		var bad *frameError
		if errors.As(err, &bad) {
			s.refuse(jsonrpc2.ParseError, bad.what)
			continue
		}
		if err != nil {
			if s.ended != nil {
				s.ended()
			}
			return nil, 0, err
		}
		s.show("<-", body)
		m, err := jsonrpc2.DecodeMessage(body)
		if err == nil {
			return m, int64(len(body)), nil
		}
		code := jsonrpc2.InvalidRequest
		if !json.Valid(body) {
			code = jsonrpc2.ParseError
		}
		s.refuse(code, err.Error())
	}
}

// frameError is something in place of a frame. What follows it may be one.
type frameError struct{ what string }

func (e *frameError) Error() string { return e.what }

// frame reads a header and the body that it announces.
func (s *stream) frame() ([]byte, error) {
	size, err := s.header()
	if err != nil {
		return nil, err
	}
	if size > MaxMessage {
		if _, err := io.CopyN(io.Discard, s.in, size); err != nil {
			return nil, end(err)
		}
		return nil, &frameError{fmt.Sprintf("a message of %d bytes is longer than %d", size, MaxMessage)}
	}
	var body bytes.Buffer // grows with what arrives, not with what is announced
	if _, err := io.CopyN(&body, s.in, size); err != nil {
		return nil, end(err)
	}
	return body.Bytes(), nil
}

// end is the error for a stream that ends inside a frame.
func end(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// header reads lines until an empty one and gives the length that they announce.
// Lines that belong to no header are skipped.
func (s *stream) header() (size int64, err error) {
	size, read := -1, 0
	for {
		line, err := s.line()
		read += len(line)
		switch {
		case err != nil && size < 0 && read == 0 && errors.Is(err, io.EOF):
			return 0, io.EOF
		case err != nil:
			return 0, end(err)
		case read > maxHeader:
			return 0, &frameError{"a header is longer than 8 KiB"}
		}
		line = strings.TrimRight(line, "\r\n")
		if line == "" && size >= 0 {
			return size, nil
		}
		if line == "" {
			if read > 2 {
				return 0, &frameError{"a header has no Content-Length"}
			}
			read = 0
			continue
		}
		value, ok := contentLength(line)
		if !ok {
			continue
		}
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil || n < 0 {
			return 0, &frameError{fmt.Sprintf("the Content-Length %q is no length", value)}
		}
		size = n
	}
}

// contentLength is the value of that field in a line of a header. What stands before
// its name is the rest of a body that was longer than announced.
func contentLength(line string) (value string, ok bool) {
	at := strings.LastIndexByte(line, ':')
	if at < 0 {
		return "", false
	}
	const name = "Content-Length"
	before := strings.TrimRight(line[:at], " \t")
	if len(before) < len(name) || !strings.EqualFold(before[len(before)-len(name):], name) {
		return "", false
	}
	return strings.TrimSpace(line[at+1:]), true
}

// line reads a line with its end; of one that is longer than a header may be,
// only a part.
func (s *stream) line() (string, error) {
	b, err := s.in.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		err = nil
	}
	return string(b), err
}

// refuse answers something that is no message.
func (s *stream) refuse(code jsonrpc2.Code, what string) {
	s.log.Note("a message that cannot be read: " + what)
	frame := fmt.Sprintf(`{"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":%s}}`, code, strconv.QuoteToASCII(strings.ToValidUTF8(what, "?")))
	s.put([]byte(frame)) //nolint:errcheck // the next write tells
}

// Write implements jsonrpc2.Stream.
func (s *stream) Write(_ context.Context, m jsonrpc2.Message) (int64, error) {
	return s.put(jsonrpc2.AppendMessage(nil, m))
}

func (s *stream) put(body []byte) (int64, error) {
	s.show("->", body)
	frame := append([]byte(fmt.Sprintf("Content-Length: %d\r\n\r\n", len(body))), body...)
	s.mu.Lock()
	defer s.mu.Unlock()
	n, err := s.out.Write(frame)
	return int64(n), err
}

// shown is how many bytes of a message a log has.
const shown = 10_000

// show tells of a message that comes (<-) or goes (->).
func (s *stream) show(way string, body []byte) {
	if s.log.Message == nil {
		return
	}
	line := way + " " + strings.ToValidUTF8(string(body[:min(len(body), shown)]), "?")
	if len(body) > shown {
		line += fmt.Sprintf("... (%d bytes)", len(body))
	}
	s.log.Message(line)
}

// Close implements jsonrpc2.Stream.
func (s *stream) Close() error { return s.close() }
