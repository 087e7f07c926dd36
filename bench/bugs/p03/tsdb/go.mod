module github.com/prometheus/tsdb

go 1.26.0
