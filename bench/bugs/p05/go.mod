module github.com/seedfall/seedfall/bench/bugs/p05

go 1.26.0

require github.com/seedfall/seedfall v0.0.0

require (
	github.com/golang/snappy v0.0.0-20180518054509-2e65f85255db // indirect
	github.com/syndtr/goleveldb v1.0.0
)

replace github.com/seedfall/seedfall => ../../..

replace github.com/syndtr/goleveldb => ./.seedfall/standins/github.com/syndtr/goleveldb@v1.0.0
