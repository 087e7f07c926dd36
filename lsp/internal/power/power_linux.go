package power

import "os"

// OnBattery says whether this machine runs on battery; false if that is not known.
func OnBattery() bool { return In(os.DirFS("/sys/class/power_supply")) }
