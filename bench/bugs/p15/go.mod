module github.com/seedfall/seedfall/bench/bugs/p15

go 1.26.0

require (
	github.com/seedfall/seedfall v0.0.0
	github.com/tidwall/buntdb v1.2.0
)

require (
	github.com/tidwall/btree v0.3.0 // indirect
	github.com/tidwall/gjson v1.6.8 // indirect
	github.com/tidwall/grect v0.1.0 // indirect
	github.com/tidwall/match v1.0.3 // indirect
	github.com/tidwall/pretty v1.0.2 // indirect
	github.com/tidwall/rtred v0.1.2 // indirect
	github.com/tidwall/tinyqueue v0.1.1 // indirect
)

replace github.com/seedfall/seedfall => ../../..
