#!/usr/bin/env bash
# Drives the editors that the language server is tested with, and installs them
# where that can be done.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/install.sh
if ! command -v nvim >/dev/null || ! emacs --batch -l eglot -l go-mode >/dev/null 2>&1; then
	install_packages neovim emacs-nox elpa-eglot elpa-go-mode
fi
exec "${GO:-go}" test ./lsp -run 'Neovim|Emacs' -editors -timeout 15m
