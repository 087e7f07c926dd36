package lsp

import "time"

// beat is how often it is looked whether the machine runs on battery, in real time.
const beat = 5 * time.Second

// watchPower follows what the machine runs on until the connection ends.
func (s *server) watchPower() {
	t := time.NewTicker(beat)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			s.checkPower()
		case <-s.ctx.Done():
			return
		}
	}
}

// checkPower lets what nobody has asked for wait while the machine runs on battery, if
// the settings want that, and go on afterwards. No lock is held.
func (s *server) checkPower() {
	s.powering.Lock()
	defer s.powering.Unlock()
	s.mu.Lock()
	want := s.settings.pauseOnBattery
	s.mu.Unlock()
	on := want && s.onBattery()
	s.mu.Lock()
	changed := s.saving != on
	s.saving = on
	s.mu.Unlock()
	if !changed {
		return
	}
	s.sweeper.hold(on)
	s.refresh()
}
