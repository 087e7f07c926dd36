package main

import (
	"context"
	"fmt"
	"strings"
)

// under runs one of the commands that stand under another, such as "corpus ls".
func under(ctx context.Context, e env, args []string, name, about string, verbs []verb) error {
	var names []string
	for _, v := range verbs {
		names = append(names, v.name)
	}
	last := len(names) - 1
	list := func(word string) string { return strings.Join(names[:last], ", ") + word + names[last] }
	if len(args) == 0 {
		return &usageError{name + " needs a command: " + list(" or "), "seedfall " + name + " -h"}
	}
	switch args[0] {
	case "-h", "-help", "--help":
		fmt.Fprint(e.stdout, about)
		return nil
	}
	for _, v := range verbs {
		if v.name == args[0] {
			return v.run(ctx, e, args[1:])
		}
	}
	return &usageError{fmt.Sprintf("%s has no command %q; it has %s", name, args[0], list(" and ")), "seedfall " + name + " -h"}
}
