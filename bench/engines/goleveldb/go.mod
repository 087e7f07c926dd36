module github.com/seedfall/seedfall/bench/engines/goleveldb

go 1.26.0

tool github.com/seedfall/seedfall/bench/engines/load/client

require (
	github.com/seedfall/seedfall/bench/engines/load v0.0.0
	github.com/syndtr/goleveldb v1.0.1-0.20220721030215-126854af5e6d
)

require (
	github.com/golang/snappy v0.0.4 // indirect
	github.com/seedfall/seedfall v0.0.0 // indirect
)

replace github.com/seedfall/seedfall => ../../..

replace github.com/seedfall/seedfall/bench/engines/load => ../load

replace github.com/syndtr/goleveldb => ./.seedfall/standins/github.com/syndtr/goleveldb@v1.0.1-0.20220721030215-126854af5e6d
