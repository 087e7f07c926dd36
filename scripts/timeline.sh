#!/usr/bin/env bash
# Builds the extension's code, checks and tests it, and tries the timeline page in a
# headless Chromium. What that takes is installed where that can be done.
set -euo pipefail
cd "$(dirname "$0")/.."
missing=()
command -v npm >/dev/null || missing+=(nodejs npm)
[ -x "${CHROMIUM:-/usr/bin/chromium}" ] || missing+=(chromium)
if [ "${#missing[@]}" -gt 0 ]; then
	if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
		echo "these tests need ${missing[*]}: install them (Debian: apt-get install ${missing[*]})" >&2
		exit 1
	fi
	apt-get update -q
	DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "${missing[@]}"
fi
npm ci --ignore-scripts --no-audit --no-fund
npm run -s check
npm run -s build
if ! git diff --exit-code --stat -- internal/viewer/assets; then
	echo "internal/viewer/assets is not what vscode-extension makes: run npm run build, and commit it" >&2
	exit 1
fi
npm test
node --test --test-concurrency=1 vscode-extension/browser/*.test.mjs
