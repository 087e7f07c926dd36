module github.com/seedfall/seedfall

go 1.26.0

require (
	github.com/anishathalye/porcupine v1.3.1
	github.com/rogpeppe/go-internal v1.16.0
	github.com/tetratelabs/wazero v1.12.0
	golang.org/x/crypto v0.59.0
	golang.org/x/sys v0.50.0
	golang.org/x/tools v0.52.0
)
