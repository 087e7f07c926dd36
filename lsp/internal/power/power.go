// Package power tells whether the machine runs on battery.
package power

import (
	"io/fs"
	"strings"
)

// In says so from a folder as Linux has it under /sys/class/power_supply: a folder for
// each supply, with its properties as files. A machine runs on battery if one of its
// batteries, or a UPS, is being discharged and nothing else supplies it. Batteries of
// devices, such as a mouse, do not count.
func In(supplies fs.FS) bool {
	all, err := fs.ReadDir(supplies, ".")
	if err != nil {
		return false
	}
	discharging := false
	for _, e := range all {
		read := func(name string) string {
			b, err := fs.ReadFile(supplies, e.Name()+"/"+name)
			if err != nil {
				return ""
			}
			return strings.TrimSpace(string(b))
		}
		if read("scope") == "Device" {
			continue
		}
		switch read("type") {
		case "Battery", "UPS":
			discharging = discharging || read("status") == "Discharging"
		default: // Mains, USB, Wireless
			if online := read("online"); online != "" && online != "0" {
				return false
			}
		}
	}
	return discharging
}

// inReport says so from what pmset of macOS prints for "-g ps".
func inReport(text string) bool {
	line, _, _ := strings.Cut(text, "\n")
	return strings.Contains(line, "'Battery Power'") || strings.Contains(line, "'UPS Power'")
}
