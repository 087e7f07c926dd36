module github.com/seedfall/seedfall/bench/engines/load

go 1.26.0

require github.com/seedfall/seedfall v0.0.0

replace github.com/seedfall/seedfall => ../../..
