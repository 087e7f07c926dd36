package lsp

// fixData is what a diagnostic of the server carries for its actions. Empty fields
// are left out.
type fixData struct {
	// Config, Fingerprint and Seed name a failure, as commands do.
	Config      string `json:"config,omitempty"`
	Fingerprint string `json:"fingerprint,omitempty"`
	Seed        uint64 `json:"seed,omitempty"`
	// Suggestion is what a wrong text may have meant, without quotes.
	Suggestion string `json:"suggestion,omitempty"`
	// End says that a recorded call is never ended.
	End bool `json:"end,omitempty"`
}
