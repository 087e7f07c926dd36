#!/usr/bin/env bash
# Drives the editors that the language server is tested with, and installs them
# where that can be done.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v nvim >/dev/null; then
	if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
		echo "Neovim is needed for these tests: install it (Debian: apt-get install neovim)" >&2
		exit 1
	fi
	apt-get update -q
	DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends neovim
fi
exec "${GO:-go}" test ./lsp -run Neovim -editors -timeout 15m
