package main

import (
	"context"
	_ "embed"
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
	return under(ctx, e, args, "model", modelAbout, modelVerbs)
}
