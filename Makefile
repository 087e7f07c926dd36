# make test is the one command that passes all tests; .ci/run calls it too.
# make bench prints the tables of docs/performance.md.

GO ?= go
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2

.PHONY: test short lint bench race

test: lint
	$(GO) test ./...
	$(GO) test ./engine/check -run 'Differential|Published' -histories 20 -timeout 30m
	$(GO) test ./engine/check/txn -run RandomHistories -soak -timeout 30m
	$(GO) test -race ./lsp -run 'MutatedFrames|RandomScripts' -frames 50000 -scripts 100 -timeout 10m
	GO=$(GO) ./scripts/editors.sh
	GO=$(GO) ./scripts/timeline.sh
	GO=$(GO) ./scripts/vscode.sh
	$(GO) test ./examples -run Page -claims -timeout 30m
	$(GO) test ./bench/bugs -bugs -timeout 30m
	$(GO) test ./bench/engines -engines -short -timeout 30m
	$(GO) test ./engine -run Soak -soak -timeout 30m

# The everyday path: without the long forms of the checkers' random histories, the
# language server's mutated frames and random clients under the race detector, the
# commands of the pages, the bugs and engines of other projects, and the soak,
# under ten minutes.
short:
	$(GO) test ./...

lint:
	@out="$$(gofmt -l $$(git ls-files '*.go'))"; if [ -n "$$out" ]; then echo "not gofmt-ed:"; echo "$$out"; exit 1; fi
	$(GO) vet ./...
	$(GO) vet -tags conform,conformhttp ./engine/testdata/guest
	GOOS=wasip1 GOARCH=wasm $(GO) vet ./sim ./examples/...
	$(GO) run $(STATICCHECK) ./...

race:
	$(GO) test -race ./...

bench:
	./scripts/bench.sh
