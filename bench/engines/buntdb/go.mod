module github.com/seedfall/seedfall/bench/engines/buntdb

go 1.26.0

tool github.com/seedfall/seedfall/bench/engines/load/client

require (
	github.com/seedfall/seedfall/bench/engines/load v0.0.0
	github.com/tidwall/buntdb v1.3.0
)

require (
	github.com/seedfall/seedfall v0.0.0 // indirect
	github.com/tidwall/btree v1.4.2 // indirect
	github.com/tidwall/gjson v1.14.3 // indirect
	github.com/tidwall/grect v0.1.4 // indirect
	github.com/tidwall/match v1.1.1 // indirect
	github.com/tidwall/pretty v1.2.0 // indirect
	github.com/tidwall/rtred v0.1.2 // indirect
	github.com/tidwall/tinyqueue v0.1.1 // indirect
)

replace github.com/seedfall/seedfall => ../../..

replace github.com/seedfall/seedfall/bench/engines/load => ../load
