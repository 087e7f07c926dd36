package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/seedfall/seedfall/engine/corpus"
)

const corpusRemoveAbout = `Removes known failures. seedfall corpus ls lists their fingerprints. If one of them is
not there, none is removed.`

func corpusRemove(_ context.Context, e env, args []string) error {
	f := newFlags(e, "corpus rm", "[-c FILE] FINGERPRINT...", corpusRemoveAbout).only("c")
	words, err := f.words(args)
	if err != nil {
		return err
	}
	if len(words) == 0 {
		return &usageError{"corpus rm needs a fingerprint", "seedfall corpus ls"}
	}
	c, err := f.load()
	if err != nil {
		return err
	}
	store := storeOf(c)
	var entries []*corpus.Entry
	for _, word := range words {
		entry, err := store.Find(word)
		if errors.Is(err, os.ErrNotExist) {
			return &codeError{exitNothing, fmt.Errorf("there is no known failure %s in %s; seedfall corpus ls lists them", quote(word), shorter(store.Dir))}
		}
		if err != nil {
			return corpusError(err)
		}
		entries = append(entries, entry)
	}
	for _, entry := range entries {
		if err := store.Remove(entry); err != nil {
			return err
		}
		fmt.Fprintf(e.stdout, "removed %s: %s\n", shorter(entry.Path), entry.Failure.Title())
	}
	return nil
}

// words reads flags that stand before, between and behind other words, and gives
// the words, each once.
func (f *flags) words(args []string) (words []string, err error) {
	seen := map[string]bool{}
	for {
		switch err := f.Parse(args); {
		case errors.Is(err, flag.ErrHelp):
			return nil, err
		case err != nil:
			return nil, f.parse(args) // the same again, in words for the user
		}
		if f.NArg() == 0 {
			return words, f.parse(nil)
		}
		if word := f.Arg(0); !seen[word] {
			seen[word], words = true, append(words, word)
		}
		args = f.Args()[1:]
	}
}
