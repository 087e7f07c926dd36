package main

// spins never end and make no call. Each has another shape of loop.
var spins = map[string]func(){
	"spin empty":    func() { spinEmpty() },
	"spin count":    func() { spinCount(1) },
	"spin nested":   func() { spinNested(3) },
	"spin branches": func() { spinBranches(1) },
	"spin goto":     func() { spinGoto(1) },
	"spin list":     func() { spinList(ring()) },
	"spin short":    func() { spinShort() },
	"spin flag":     func() { spinFlag(&flag) },
}

var flag bool

//go:noinline
func spinEmpty() {
	for {
	}
}

//go:noinline
func spinCount(n uint) {
	for ; n != 0; n |= 1 {
		n += 2
	}
}

//go:noinline
func spinNested(n int) (sum int) {
	for {
		for i := range n {
			for j := range i {
				sum += i * j
			}
		}
	}
}

// spinBranches goes round by two jumps back, neither of which is part of every
// round.
//
//go:noinline
func spinBranches(x uint32) {
	for {
		x = x*1664525 + 1013904223
		if x&1 == 0 {
			continue
		}
		for x&2 != 0 {
			x++
		}
		if x == 0 {
			panic("never")
		}
	}
}

//go:noinline
func spinGoto(x uint32) {
	if x == 7 {
		goto b
	}
a:
	x = x<<1 | 1
	if x&8 == 0 {
		goto a
	}
b:
	x = x>>3 | x<<29
	if x&4 == 0 {
		goto b
	}
	goto a
}

type link struct{ next *link }

func ring() *link {
	l := &link{}
	l.next = &link{&link{l}}
	return l
}

//go:noinline
func spinList(l *link) {
	for l != nil {
		l = l.next
	}
}

// spinShort makes calls, each with a loop that is over soon: many rounds until
// the call counter is used up.
//
//go:noinline
func spinShort() {
	for sum := 0; sum >= 0; {
		sum = short(sum) & 1
	}
}

//go:noinline
func short(n int) int {
	for i := range 100_000 {
		n += i
	}
	return n
}

//go:noinline
func spinFlag(stop *bool) {
	for !*stop {
	}
}
