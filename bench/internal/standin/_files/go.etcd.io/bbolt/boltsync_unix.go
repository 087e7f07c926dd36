package bbolt

// fdatasync makes the file durable, and the mapping show what was written to it.
func fdatasync(db *DB) error {
	if err := db.file.Sync(); err != nil {
		return err
	}
	return readMapping(db)
}
