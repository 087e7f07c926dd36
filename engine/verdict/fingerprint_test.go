package verdict

import "testing"

func TestAFingerprintNamesTheWayToFail(t *testing.T) {
	f := Failure{Class: Panic, Node: "a", Message: "panic: broken: 42"}
	// The first digits of the SHA-256 of "panic|a||panic: broken: #".
	const want = "da1f0e3f42bc"
	if got := f.Fingerprint(); got != want || Fingerprint("panic|a||panic: broken: #") != want {
		t.Errorf("%s, want %s", got, want)
	}
	other := f
	other.Message, other.At = "panic: broken: 7", 5
	if other.Fingerprint() != want {
		t.Error("a number in the message makes another fingerprint")
	}
	other.Node = "b"
	if other.Fingerprint() == want {
		t.Error("another node has the same fingerprint")
	}
}

func TestAFingerprintSurvivesAFile(t *testing.T) {
	if Fingerprint("exit|a||said \xff\xfe") != Fingerprint("exit|a||said \ufffd\ufffd") {
		t.Error("bytes that are not UTF-8 have another fingerprint once they were in a file")
	}
}

func TestASignatureIsReadAgain(t *testing.T) {
	f := Failure{Class: Always, Node: "client", Property: "kept", Message: "want a|b"}
	got, ok := FromSignature(f.Signature())
	if !ok || *got != f || got.Title() != `always "kept" in client` {
		t.Errorf("%+v, %v", got, ok)
	}
	for _, text := range []string{"", "panic", "panic|a|", "|a|b|c"} {
		if got, ok := FromSignature(text); ok {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}
