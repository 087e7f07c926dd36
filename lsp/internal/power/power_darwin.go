package power

import "os/exec"

// OnBattery says whether this machine runs on battery; false if that is not known.
func OnBattery() bool {
	out, err := exec.Command("/usr/bin/pmset", "-g", "ps").Output()
	return err == nil && inReport(string(out))
}
