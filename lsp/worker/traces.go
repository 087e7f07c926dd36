package worker

// ForgetTraces removes the traces of a folder but for those used last, of which so
// many are kept as of one config by the language server.
func ForgetTraces(dir string) error { return forgetTraces(dir) }
