package lsp

import (
	"os"
	"path/filepath"
)

// writeText writes a text for the user to read, under another name first: whoever has
// the file open never sees a part of it. Its folder has to be there.
func writeText(path, text string, mode os.FileMode) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.tmp")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name()) //nolint:errcheck // the first error counts
		}
	}()
	if err = f.Chmod(mode); err == nil {
		_, err = f.WriteString(text)
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	return err
}
