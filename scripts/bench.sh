#!/usr/bin/env bash
# Prints the tables of docs/performance.md. All figures of a table come from one
# run, so ratios hold where absolute times do not.
set -euo pipefail
cd "$(dirname "$0")/.."
echo "## Instrumentation"
go test ./engine/internal/wasm -run '^$' -bench . -benchtime "${BENCHTIME:-3x}"
echo "## Runs"
go test ./engine -run '^$' -bench 'Boot|HandOver|Clone|Cluster|Idle|Kvlog' -cpu 1 -benchtime "${BENCHTIME:-2s}"
echo "## Rooms"
go test ./engine/internal/disk ./engine/internal/network ./engine/trace -run '^$' -bench .
echo "## Checkers"
go test ./engine/check -run '^$' -bench Versus -benchtime 1x -timeout 30m
go test ./engine/check/txn ./engine/internal/model -run '^$' -bench . -benchtime 1x
echo "## The language server"
go test ./lsp -run '^$' -bench Budget -benchtime 1x -timeout 30m
