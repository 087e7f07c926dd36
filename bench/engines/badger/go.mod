module github.com/seedfall/seedfall/bench/engines/badger

go 1.26.0

tool github.com/seedfall/seedfall/bench/engines/load/client

require (
	github.com/dgraph-io/badger/v4 v4.9.6
	github.com/dgraph-io/ristretto/v2 v2.2.0
	github.com/seedfall/seedfall v0.0.0
	github.com/seedfall/seedfall/bench/engines/load v0.0.0
)

require (
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/dustin/go-humanize v1.0.1 // indirect
	github.com/go-logr/logr v1.4.3 // indirect
	github.com/go-logr/stdr v1.2.2 // indirect
	github.com/google/flatbuffers v25.2.10+incompatible // indirect
	github.com/klauspost/compress v1.18.0 // indirect
	go.opentelemetry.io/auto/sdk v1.2.1 // indirect
	go.opentelemetry.io/otel v1.41.0 // indirect
	go.opentelemetry.io/otel/metric v1.41.0 // indirect
	go.opentelemetry.io/otel/trace v1.41.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
	google.golang.org/protobuf v1.36.7 // indirect
)

replace github.com/seedfall/seedfall => ../../..

replace github.com/seedfall/seedfall/bench/engines/load => ../load

replace github.com/dgraph-io/badger/v4 => ./.seedfall/standins/github.com/dgraph-io/badger/v4@v4.9.6

replace github.com/dgraph-io/ristretto/v2 => ./.seedfall/standins/github.com/dgraph-io/ristretto/v2@v2.2.0
