package disk

import (
	"fmt"
	"maps"
	"slices"
)

// lawNames is the inode that each path leads to, in a tree that a crash may
// leave.
type lawNames map[string]int

// nameChoices enumerates what the names may be.
func (l *lawDisk) nameChoices() []lawNames {
	if l.names() == "at once" {
		return []lawNames{l.paths(l.current)}
	}
	type halves struct{ add, del bool }
	all, none := halves{true, true}, halves{}
	options := make([][]halves, len(l.log))
	switch l.names() {
	case "journal":
		first := 0
		for first < len(l.log) && len(l.log[first].left) == 0 {
			first++
		}
		var out []lawNames
		for k := first; k <= len(l.log); k++ {
			t := l.durable.clone()
			for _, o := range l.log[:k] {
				l.replay(t, o, true, true)
			}
			out = append(out, l.paths(t))
		}
		return out
	case "strict":
		for k, o := range l.log {
			add := o.add == nil || !o.left[o.add.dir]
			options[k] = []halves{{add, add && o.del != nil && !o.left[o.del.dir]}}
		}
	case "reorder":
		for k, o := range l.log {
			options[k] = []halves{all}
			switch {
			case o.add != nil && o.del != nil && o.add.dir != o.del.dir && !l.inodes[o.add.ino].dir:
				if o.left[o.add.dir] {
					options[k] = append(options[k], none)
				}
				if o.left[o.del.dir] {
					options[k] = append(options[k], halves{true, false})
				}
			case len(o.left) > 0:
				options[k] = append(options[k], none)
			}
		}
	}
	var out []lawNames
	seen := map[string]bool{}
	for choice := range products(options) {
		t := l.durable.clone()
		for k, c := range choice {
			l.replay(t, l.log[k], c.add, c.del)
		}
		names := l.paths(t)
		if key := fmt.Sprint(names); !seen[key] {
			seen[key] = true
			out = append(out, names)
		}
	}
	return out
}

// products yields all ways to take one element of each list.
func products[T any](lists [][]T) func(func([]T) bool) {
	return func(yield func([]T) bool) {
		pick := make([]T, len(lists))
		var rec func(int) bool
		rec = func(k int) bool {
			if k == len(lists) {
				return yield(pick)
			}
			for _, x := range lists[k] {
				pick[k] = x
				if !rec(k + 1) {
					return false
				}
			}
			return true
		}
		rec(0)
	}
}

func (l *lawDisk) replay(t lawTree, o *lawOp, add, del bool) {
	if add && o.add != nil {
		if l.inodes[o.add.ino].dir {
			if t[o.add.ino] == nil {
				t[o.add.ino] = map[string]int{}
			}
			if reaches(t, o.add.ino, o.add.dir) {
				return
			}
			for _, ents := range t {
				for name, i := range ents {
					if i == o.add.ino {
						delete(ents, name)
					}
				}
			}
		}
		if t[o.add.dir] == nil {
			t[o.add.dir] = map[string]int{}
		}
		t[o.add.dir][o.add.name] = o.add.ino
	}
	if del && o.del != nil {
		if i, ok := t[o.del.dir][o.del.name]; ok && i == o.del.ino {
			delete(t[o.del.dir], o.del.name)
		}
	}
}

// paths lists a tree from the root on.
func (l *lawDisk) paths(t lawTree) lawNames {
	out := lawNames{}
	var walk func(dir int, prefix string)
	walk = func(dir int, prefix string) {
		for name, i := range t[dir] {
			if l.inodes[i].dir {
				out[prefix+name+"/"] = i
				walk(i, prefix+name+"/")
			} else {
				out[prefix+name] = i
			}
		}
	}
	walk(0, "")
	return out
}

// allows says that a crash may leave a state.
func (l *lawDisk) allows(state map[string]string) bool {
	contents := map[int]map[string]bool{}
	for _, names := range l.nameChoices() {
		if l.fits(names, state, contents) {
			return true
		}
	}
	return false
}

func (l *lawDisk) fits(names lawNames, state map[string]string, contents map[int]map[string]bool) bool {
	for path := range state {
		if _, ok := names[path]; !ok {
			return false
		}
	}
	became := map[int]string{}
	for path, i := range names {
		what, ok := state[path]
		if !ok {
			what = gone
		}
		if was, ok := became[i]; ok && was != what {
			return false
		}
		became[i] = what
		if contents[i] == nil {
			contents[i] = l.contents(i)
		}
		if !contents[i][what] {
			return false
		}
	}
	return true
}

// states enumerates all states that a crash may leave.
func (l *lawDisk) states() []string {
	out := map[string]bool{}
	for _, names := range l.nameChoices() {
		inos := slices.Sorted(maps.Values(names))
		inos = slices.Compact(inos)
		var lists [][]string
		for _, i := range inos {
			lists = append(lists, slices.Sorted(maps.Keys(l.contents(i))))
		}
		for choice := range products(lists) {
			state := map[string]string{}
			for path, i := range names {
				if what := choice[slices.Index(inos, i)]; what != gone {
					state[path] = what
				}
			}
			out[spell(state)] = true
		}
	}
	return slices.Sorted(maps.Keys(out))
}

// reaches says that directory to is from or lies in it.
func reaches(t lawTree, from, to int) bool {
	if from == to {
		return true
	}
	for _, i := range t[from] {
		if t[i] != nil && reaches(t, i, to) {
			return true
		}
	}
	return false
}
