package power

import (
	"strings"
	"testing"
	"testing/fstest"
)

// supplies is a folder of power supplies: one a line, with its name and properties.
func supplies(text string) fstest.MapFS {
	all := fstest.MapFS{}
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		for _, property := range fields[1:] {
			name, value, _ := strings.Cut(property, "=")
			all[fields[0]+"/"+name] = &fstest.MapFile{Data: []byte(value + "\n")}
		}
	}
	return all
}

func TestOnBatteryIsWhatNothingElseSupplies(t *testing.T) {
	for _, c := range []struct {
		name, supplies string
		want           bool
	}{
		{"no supplies, as in a server", "", false},
		{"unplugged", "AC type=Mains online=0\nBAT0 type=Battery status=Discharging scope=System", true},
		{"plugged in", "AC type=Mains online=1\nBAT0 type=Battery status=Charging", false},
		{"plugged in, and full", "AC type=Mains online=1\nBAT0 type=Battery status=Full", false},
		{"plugged in by a weak USB supply", "BAT0 type=Battery status=Discharging\nucsi type=USB online=1", false},
		{"another USB port", "BAT0 type=Battery status=Discharging\nucsi0 type=USB online=0\nucsi1 type=USB online=0", true},
		{"no file for the mains", "BAT0 type=Battery status=Discharging", true},
		{"two batteries, one in use", "BAT0 type=Battery status=Full\nBAT1 type=Battery status=Discharging", true},
		{"the battery of a mouse", "hidpp_battery_0 type=Battery status=Discharging scope=Device", false},
		{"a tablet's pen is charged", "BAT0 type=Battery status=Discharging\npen type=USB online=1 scope=Device", true},
		{"a power cut", "ups type=UPS status=Discharging\nAC type=Mains online=0", true},
		{"unknown", "BAT0 type=Battery status=Unknown\nAC type=Mains", false},
	} {
		if got := In(supplies(c.supplies)); got != c.want {
			t.Errorf("%s: on battery is %v", c.name, got)
		}
	}
	if In(fstest.MapFS{"BAT0": &fstest.MapFile{Data: []byte("no folder")}}) {
		t.Error("a file is taken for a battery")
	}
}

func TestReportOfMacOSIsRead(t *testing.T) {
	for text, want := range map[string]bool{
		"Now drawing from 'AC Power'\n -InternalBattery-0 (id=1)\t100%; charged\n":             false,
		"Now drawing from 'Battery Power'\n -InternalBattery-0 (id=1)\t80%; discharging\n":     true,
		"Now drawing from 'UPS Power'\n":                                                       true,
		"Now drawing from 'AC Power'\n -'Battery Power' (id=1)\t100%; charged present: true\n": false,
		"": false,
	} {
		if got := inReport(text); got != want {
			t.Errorf("%q: on battery is %v", text, got)
		}
	}
}
