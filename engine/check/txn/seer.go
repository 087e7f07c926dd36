package txn

// seer knows one key, a list or a register.
type seer interface {
	// judge reports reads that no order of transactions explains.
	judge(b *book)
	// link adds the dependencies of the key.
	link(b *book, d *draft)
	// last gives the committed write that a known read shows last.
	last(b *book, r ref) (w *write, ok bool)
	// misses says whether the version that a known read shows is known to come
	// before what w wrote.
	misses(b *book, r ref, w *write) bool
}
