#!/usr/bin/env bash
# Drives the editors that the language server is tested with, and installs them
# where that can be done.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v nvim >/dev/null || ! emacs --batch -l eglot -l go-mode >/dev/null 2>&1; then
	if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
		echo "Neovim, and Emacs with eglot and go-mode, are needed for these tests: install them (Debian: apt-get install neovim emacs-nox elpa-eglot elpa-go-mode)" >&2
		exit 1
	fi
	apt-get update -q
	DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends neovim emacs-nox elpa-eglot elpa-go-mode
fi
exec "${GO:-go}" test ./lsp -run 'Neovim|Emacs' -editors -timeout 15m
