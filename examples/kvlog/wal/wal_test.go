package wal

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"testing"
	"testing/iotest"
)

var records = [][2]string{{"a", "1"}, {"", ""}, {"b", "two words\n"}, {"a", ""}}

// encoded gives a log of the first n records.
func encoded(n int) []byte {
	var log []byte
	for _, r := range records[:n] {
		log = append(log, Encode(r[0], r[1])...)
	}
	return log
}

// replayed gives what Replay reads. It fails the test unless the error is nil if
// all is read, and else ErrTorn.
func replayed(t *testing.T, log []byte) ([][2]string, int64) {
	t.Helper()
	var got [][2]string
	intact, err := Replay(bytes.NewReader(log), func(k, v string) { got = append(got, [2]string{k, v}) })
	if all := intact == int64(len(log)); all && err != nil || !all && err != ErrTorn {
		t.Fatalf("%v after %d bytes of %d", err, intact, len(log))
	}
	return got, intact
}

func TestReplayGivesRecordsInTheirOrder(t *testing.T) {
	log := encoded(len(records))
	got, intact := replayed(t, log)
	if !slices.Equal(got, records) || intact != int64(len(log)) {
		t.Errorf("got %q and %d bytes of %d", got, intact, len(log))
	}
}

func TestReplayStopsBeforeALastRecordCutAnywhere(t *testing.T) {
	whole := len(encoded(len(records) - 1))
	log := encoded(len(records))
	for cut := whole; cut < len(log); cut++ {
		got, intact := replayed(t, log[:cut])
		if !slices.Equal(got, records[:len(records)-1]) || intact != int64(whole) {
			t.Errorf("cut at %d: got %q and %d bytes, want %d", cut, got, intact, whole)
		}
	}
}

func TestReplayStopsAtARecordWithAnyBitFlipped(t *testing.T) {
	whole, log := len(encoded(2)), encoded(len(records))
	for bit := whole * 8; bit < len(encoded(3))*8; bit++ {
		damaged := slices.Clone(log)
		damaged[bit/8] ^= 1 << (bit % 8)
		if got, intact := replayed(t, damaged); !slices.Equal(got, records[:2]) || intact != int64(whole) {
			t.Errorf("bit %d: got %q and %d bytes, want %d", bit, got, intact, whole)
		}
	}
}

func TestReplayReportsAFailingRead(t *testing.T) {
	broken := fmt.Errorf("the disk is gone")
	log := io.MultiReader(bytes.NewReader(encoded(1)), iotest.ErrReader(broken))
	if intact, err := Replay(log, func(string, string) {}); err != broken || intact != int64(len(encoded(1))) {
		t.Errorf("got %d bytes and %v", intact, err)
	}
}

func FuzzReplay(f *testing.F) {
	f.Add(encoded(len(records)))
	f.Add(encoded(2)[:15])
	f.Add(bytes.Repeat([]byte{0}, 30))
	f.Add(bytes.Repeat([]byte{255}, 30))
	f.Fuzz(func(t *testing.T, log []byte) {
		got, intact := replayed(t, log)
		var again []byte
		for _, r := range got {
			again = append(again, Encode(r[0], r[1])...)
		}
		if !bytes.Equal(again, log[:intact]) {
			t.Errorf("%x reads as %q", log, got)
		}
	})
}
