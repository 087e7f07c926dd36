package verdict

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// FingerprintLen is how many hexadecimal digits a fingerprint has.
const FingerprintLen = 12

// Fingerprint is the short name of a way to fail: FingerprintLen hexadecimal
// digits, equal for failures with one Signature.
func (f *Failure) Fingerprint() string { return Fingerprint(f.Signature()) }

// Fingerprint is the short name of a signature. A byte that is not UTF-8 counts
// as U+FFFD, which is what a JSON file makes of it.
func Fingerprint(signature string) string {
	sum := sha256.Sum256([]byte(string([]rune(signature))))
	return hex.EncodeToString(sum[:])[:FingerprintLen]
}

// FromSignature gives the failure that a signature tells of, with "#" for each
// number of its message. It says no if the text is no signature. A property
// whose name has a "|" loses the rest of its name to the message.
func FromSignature(signature string) (f *Failure, ok bool) {
	parts := strings.SplitN(signature, "|", 4)
	if len(parts) < 4 || parts[0] == "" {
		return nil, false
	}
	return &Failure{Class: Class(parts[0]), Node: parts[1], Property: parts[2], Message: parts[3]}, true
}
