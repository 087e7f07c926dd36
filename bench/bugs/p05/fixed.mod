module github.com/seedfall/seedfall/bench/bugs/p05

go 1.26.0

require github.com/seedfall/seedfall v0.0.0

require (
	github.com/golang/snappy v0.0.4 // indirect
	github.com/syndtr/goleveldb v1.0.1-0.20210819022825-2ae1ddf74ef7
)

replace github.com/seedfall/seedfall => ../../..

replace github.com/syndtr/goleveldb => ./.seedfall/standins/github.com/syndtr/goleveldb@v1.0.1-0.20210819022825-2ae1ddf74ef7
