package txn

// item is a node that waits in a queue.
type item struct {
	priority uint64
	node     int32
}

func (x item) less(y item) bool {
	return x.priority < y.priority || x.priority == y.priority && x.node < y.node
}

// queue is a binary heap, the least item first.
type queue []item

func (q *queue) push(x item) {
	*q = append(*q, x)
	h := *q
	for i := len(h) - 1; i > 0; {
		up := (i - 1) / 2
		if !h[i].less(h[up]) {
			break
		}
		h[i], h[up] = h[up], h[i]
		i = up
	}
}

func (q *queue) pop() item {
	h := *q
	top, last := h[0], len(h)-1
	h[0] = h[last]
	h = h[:last]
	*q = h
	for i := 0; ; {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(h); child++ {
			if h[child].less(h[least]) {
				least = child
			}
		}
		if least == i {
			return top
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
}
