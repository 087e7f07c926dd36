package verdict

import "testing"

func TestNumbersDoNotMakeFailuresDifferent(t *testing.T) {
	a := Failure{Class: Always, Node: "client", Property: "kept", Message: "key=k17 want=3 got=0x1f at 12.5s", At: 5}
	b := Failure{Class: Always, Node: "client", Property: "kept", Message: "key=k2 want=44 got=0xabc at 1s", At: 9}
	if a.Signature() != b.Signature() {
		t.Errorf("%s\n%s", a.Signature(), b.Signature())
	}
	for name, c := range map[string]Failure{
		"class":    {Class: Exit, Node: "client", Property: "kept", Message: a.Message},
		"node":     {Class: Always, Node: "server", Property: "kept", Message: a.Message},
		"property": {Class: Always, Node: "client", Property: "lost", Message: a.Message},
		"message":  {Class: Always, Node: "client", Property: "kept", Message: "another"},
	} {
		if c.Signature() == a.Signature() {
			t.Errorf("another %s is the same failure", name)
		}
	}
}
