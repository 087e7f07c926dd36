module github.com/seedfall/seedfall/bench/bugs/p16

go 1.26.0

require (
	github.com/hashicorp/raft v1.2.0
	github.com/seedfall/seedfall v0.0.0
)

require (
	github.com/armon/go-metrics v0.0.0-20190430140413-ec5e00d3c878 // indirect
	github.com/hashicorp/go-hclog v0.9.1 // indirect
	github.com/hashicorp/go-immutable-radix v1.0.0 // indirect
	github.com/hashicorp/go-msgpack v0.5.5 // indirect
	github.com/hashicorp/golang-lru v0.5.0 // indirect
)

replace github.com/seedfall/seedfall => ../../..
