module github.com/seedfall/seedfall/bench/bugs/p03

go 1.26.0

require (
	github.com/ethereum/go-ethereum v1.10.26
	github.com/seedfall/seedfall v0.0.0
)

require (
	github.com/btcsuite/btcd/btcec/v2 v2.2.0 // indirect
	github.com/decred/dcrd/dcrec/secp256k1/v4 v4.0.1 // indirect
	github.com/go-stack/stack v1.8.0 // indirect
	github.com/golang/snappy v0.0.4 // indirect
	github.com/mattn/go-runewidth v0.0.9 // indirect
	github.com/olekukonko/tablewriter v0.0.5 // indirect
	github.com/prometheus/tsdb v0.7.1 // indirect
	github.com/syndtr/goleveldb v1.0.1-0.20210819022825-2ae1ddf74ef7 // indirect
	golang.org/x/crypto v0.59.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
)

replace (
	github.com/ethereum/go-ethereum => ./.seedfall/standins/github.com/ethereum/go-ethereum@v1.10.26
	github.com/prometheus/tsdb => ./tsdb
	github.com/seedfall/seedfall => ../../..
	github.com/syndtr/goleveldb => ./.seedfall/standins/github.com/syndtr/goleveldb@v1.0.1-0.20210819022825-2ae1ddf74ef7
)
