module github.com/seedfall/seedfall/bench/engines/bbolt

go 1.26.0

tool github.com/seedfall/seedfall/bench/engines/load/client

require (
	github.com/seedfall/seedfall/bench/engines/load v0.0.0
	go.etcd.io/bbolt v1.5.0
)

require (
	github.com/seedfall/seedfall v0.0.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
)

replace github.com/seedfall/seedfall => ../../..

replace github.com/seedfall/seedfall/bench/engines/load => ../load

replace go.etcd.io/bbolt => ./.seedfall/standins/go.etcd.io/bbolt@v1.5.0
