package metrics

// getProcessCPUTime stands in for getrusage, which wasip1 lacks.
func getProcessCPUTime() int64 { return 0 }
