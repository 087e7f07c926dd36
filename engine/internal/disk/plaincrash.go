package disk

import "github.com/seedfall/seedfall/engine/internal/rng"

// CrashPlain is the Crash that loses everything that was not made durable, which
// every model allows.
func (fs *FS) CrashPlain(key rng.Key, corrupt bool) Loss {
	model := fs.model
	fs.model = model.plain()
	defer func() { fs.model = model }()
	return fs.Crash(key, corrupt)
}

// plain is the model under which a crash has one outcome, the least that m
// allows.
func (m Model) plain() Model {
	return Model{StrictDirs: m.names() != namesAtOnce, Bytes: m.Bytes}
}
