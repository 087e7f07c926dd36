package metrics

// ReadCPUStats stands in for the statistics of the operating system, which has
// none on wasip1.
func ReadCPUStats(*CPUStats) {}
