//go:build wasip1

package model

import "github.com/seedfall/seedfall/internal/abi"

//go:wasmimport seedfall model_next
func modelNext(answer *byte, length uint32, buffer *byte, size uint32) uint32

//go:wasmimport seedfall model_take
func modelTake(buffer *byte)

// run answers questions until the host ends the program.
func run[S any](m Model[S]) {
	s := newServer(m)
	buffer, answer, length := make([]byte, 512), make([]byte, 1), 0
	for {
		n := modelNext(&answer[0], uint32(length), &buffer[0], uint32(len(buffer)))
		if n == abi.ModelNone {
			explain()
		}
		if int(n) > len(buffer) {
			buffer = make([]byte, 2*n)
			modelTake(&buffer[0])
		}
		answer = s.answer(buffer[:n])
		length = len(answer)
	}
}
