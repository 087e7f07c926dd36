package lsp

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// creates says whether a client makes files for a server.
func creates(w *protocol.WorkspaceClientCapabilities) bool {
	if w.ApplyEdit == nil || !*w.ApplyEdit || w.WorkspaceEdit == nil || w.WorkspaceEdit.DocumentChanges == nil || !*w.WorkspaceEdit.DocumentChanges {
		return false
	}
	for _, op := range w.WorkspaceEdit.ResourceOperations {
		if op == protocol.ResourceOperationKindCreate {
			return true
		}
	}
	return false
}

// create makes a file that is not there: in the editor, where the user can take it
// back, or else on disk. label says what it is, on a list of what can be taken back.
func (s *server) create(ctx context.Context, path, content, label string) error {
	s.mu.Lock()
	can := s.abilities.creates
	s.mu.Unlock()
	if !can {
		if err := createFile(path, content); err != nil {
			return refused(err)
		}
		s.saved([]string{path}) // the client may not watch files
		return nil
	}
	at := uri.File(path)
	r, err := s.client.ApplyEdit(ctx, &protocol.ApplyWorkspaceEditParams{Label: &label, Edit: protocol.WorkspaceEdit{DocumentChanges: []protocol.DocumentChange{
		&protocol.CreateFile{Kind: "create", URI: at},
		&protocol.TextDocumentEdit{
			TextDocument: protocol.OptionalVersionedTextDocumentIdentifier{TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: at}},
			Edits:        []protocol.TextDocumentEditElement{&protocol.TextEdit{NewText: content}},
		},
	}}})
	switch {
	case err != nil:
		return refused(err)
	case r == nil || !r.Applied:
		why := "it says no reason"
		if r != nil && r.FailureReason != nil {
			why = *r.FailureReason
		}
		return jsonrpc2.Errorf(requestFailed, "the editor has not created %s: %s", path, why)
	}
	return nil
}

// createFile writes a file that is not there, and the folders that it needs.
func createFile(path, content string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(content)
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		os.Remove(path) //nolint:errcheck // the first error counts
	}
	return err
}

// exists says whether there is something under a path, on disk.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}
