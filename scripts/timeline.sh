#!/usr/bin/env bash
# Builds the extension's code, checks and tests it, and tries the timeline page in a
# headless Chromium. What that takes is installed where that can be done.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/install.sh
missing=()
command -v npm >/dev/null || missing+=(nodejs npm)
[ -x "${CHROMIUM:-/usr/bin/chromium}" ] || missing+=(chromium)
[ "${#missing[@]}" -eq 0 ] || install_packages "${missing[@]}"
npm ci --ignore-scripts --no-audit --no-fund
npm run -s check
npm run -s build
if ! git diff --exit-code --stat -- internal/viewer/assets; then
	echo "internal/viewer/assets is not what vscode-extension makes: run npm run build, and commit it" >&2
	exit 1
fi
npm test
node --test --test-concurrency=1 vscode-extension/browser/*.test.mjs
