package process

import (
	"os"
	"os/exec"
	"testing"
)

// TestMain lets the test program be a child that waits for the end of its input.
func TestMain(m *testing.M) {
	if os.Getenv("PROCESS_TEST") == "wait" {
		os.Stdin.Read(make([]byte, 1)) //nolint:errcheck // the end is what it waits for
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func TestAChildLivesUntilItIsKilled(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "PROCESS_TEST=wait")
	if _, err := cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	Lead(cmd)
	Kill(cmd) // not started: nothing happens
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	pid := cmd.Process.Pid
	if !Alive(pid) {
		t.Error("a child that waits is told to be dead")
	}
	Kill(cmd)
	if err := cmd.Wait(); err == nil {
		t.Error("the killed child has ended well")
	}
	if Alive(pid) {
		t.Error("the killed child is told to live")
	}
}
