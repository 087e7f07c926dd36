package lock

import (
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/seedfall/seedfall/examples/bank/journal"
)

// open gives the service whose journal is at path.
func open(t *testing.T, path string) *Service {
	t.Helper()
	s := &Service{}
	j, err := journal.Open(path, s.Recover)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	s.Journal = j
	return s
}

// acquired expects a token, or none if want is 0.
func acquired(t *testing.T, s *Service, owner string, want uint64) {
	t.Helper()
	token, ok, err := s.Acquire("x", owner)
	if err != nil || token != want || ok != (want != 0) {
		t.Errorf("%s gets %d, %v, %v; want %d", owner, token, ok, err, want)
	}
}

func TestALeaseHasOneHolderUntilItEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, filepath.Join(t.TempDir(), "journal"))
		acquired(t, s, "a", 1)
		time.Sleep(TTL - 1)
		acquired(t, s, "b", 0)
		time.Sleep(time.Nanosecond)
		acquired(t, s, "b", 2)
		if s.Renew("x", 1) {
			t.Error("a lease that has ended is renewed")
		}
		s.Release("x", 1)
		acquired(t, s, "a", 0)
		s.Release("x", 2)
		acquired(t, s, "a", 3)
	})
}

func TestALeaseThatIsRenewedGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, filepath.Join(t.TempDir(), "journal"))
		acquired(t, s, "a", 1)
		for range 3 {
			time.Sleep(TTL - 1)
			if !s.Renew("x", 1) {
				t.Error("not renewed")
			}
		}
		acquired(t, s, "b", 0)
		time.Sleep(TTL)
		if s.Renew("x", 1) {
			t.Error("renewed after its end")
		}
	})
}

func TestAfterARestartALeaseIsHeldForATTLAndTokensGoOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "journal")
		acquired(t, open(t, path), "a", 1)
		time.Sleep(TTL / 2)
		s := open(t, path)
		time.Sleep(TTL - 1)
		acquired(t, s, "b", 0)
		if !s.Renew("x", 1) {
			t.Error("its holder cannot renew it")
		}
		time.Sleep(TTL)
		acquired(t, s, "b", 2)
	})
}
