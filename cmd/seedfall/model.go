package main

import (
	"context"
	_ "embed"
	"fmt"
)

// modelAbout is what seedfall model -h prints. Its program is the one of
// docs/models.md.
//
//go:embed model_about.txt
var modelAbout string

// modelVerbs are the commands under seedfall model.
var modelVerbs = []verb{
	{"ls", "", modelList},
	{"test", "", modelTest},
}

func modelVerb(ctx context.Context, e env, args []string) error {
	if len(args) == 0 {
		return &usageError{"model needs a command: ls or test", "seedfall model -h"}
	}
	switch args[0] {
	case "-h", "-help", "--help":
		fmt.Fprint(e.stdout, modelAbout)
		return nil
	}
	for _, v := range modelVerbs {
		if v.name == args[0] {
			return v.run(ctx, e, args[1:])
		}
	}
	return &usageError{fmt.Sprintf("model has no command %q; it has ls and test", args[0]), "seedfall model -h"}
}
