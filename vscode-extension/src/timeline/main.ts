document.body.dataset["seedfall"] = "timeline";
