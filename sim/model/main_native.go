//go:build !wasip1

package model

// run says how to use a model: there is nobody here who asks it.
func run[S any](Model[S]) { explain() }
