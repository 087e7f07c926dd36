package guest

import (
	"github.com/seedfall/seedfall/engine/internal/wasi"
	"github.com/seedfall/seedfall/internal/abi"
)

// talk is what passes between the host and a program that answers questions. Such
// a program waits inside a host call, on its lane: it cannot be cloned.
type talk struct {
	question, answer []byte
	waits            bool
}

// Converse makes the instance one that answers questions. It is to be called
// before the first Run.
func (i *Instance) Converse() { i.talk = &talk{} }

// Answer is what the program said when it last began to wait for a question; good
// until the next Run. Nothing at first.
func (i *Instance) Answer() []byte { return i.talk.answer }

// Ask hands the next question to an instance whose Run gave Asks. Run then goes on
// until it asks for another one, or ends. The question is not to be changed until
// then.
func (i *Instance) Ask(question []byte) { i.talk.question = question }

// modelNext takes an answer and waits for a question.
func modelNext(i *Instance, a []uint64) {
	t := i.talk
	if t == nil {
		a[0] = abi.ModelNone
		return
	}
	memory := i.mod.Memory()
	said, _ := memory.Read(uint32(a[0]), uint32(a[1]))
	t.answer, t.waits = append(t.answer[:0], said...), true
	i.on.pause()
	t.waits = false
	if i.kill {
		i.Stop(wasi.Stop{Kind: wasi.Ended})
	}
	if len(t.question) <= int(uint32(a[3])) {
		memory.Write(uint32(a[2]), t.question)
	}
	a[0] = uint64(len(t.question))
}

// modelTake gives a question that did not fit.
func modelTake(i *Instance, a []uint64) {
	if i.talk != nil {
		i.mod.Memory().Write(uint32(a[0]), i.talk.question)
	}
}
