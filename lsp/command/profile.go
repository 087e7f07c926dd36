package command

import (
	"fmt"
	"net"
	"net/http"
	"net/http/pprof"
	"os"
	"runtime"
	runtimepprof "runtime/pprof"
)

// profiles are what a server is to measure of itself. Empty fields are not wanted.
type profiles struct {
	cpu, memory string // files
	debug       string // host:port of pages
}

// begin begins to measure. The end has to be called; addr is where the pages are.
func (p *profiles) begin() (addr string, end func() error, err error) {
	var ends []func() error
	end = func() (first error) {
		for _, f := range ends {
			if err := f(); err != nil && first == nil {
				first = err
			}
		}
		return first
	}
	if p.cpu != "" {
		f, err := os.Create(p.cpu)
		if err != nil {
			return "", end, fmt.Errorf("-profile.cpu: %w", err)
		}
		if err := runtimepprof.StartCPUProfile(f); err != nil {
			return "", end, fmt.Errorf("-profile.cpu: %w", err)
		}
		ends = append(ends, func() error { runtimepprof.StopCPUProfile(); return f.Close() })
	}
	if p.memory != "" {
		f, err := os.Create(p.memory)
		if err != nil {
			return "", end, fmt.Errorf("-profile.mem: %w", err)
		}
		ends = append(ends, func() error {
			runtime.GC() // what is in use, not what was
			if err := runtimepprof.Lookup("heap").WriteTo(f, 0); err != nil {
				return err
			}
			return f.Close()
		})
	}
	if p.debug != "" {
		l, err := listen(p.debug)
		if err != nil {
			return "", end, fmt.Errorf("-debug: %w", err)
		}
		go http.Serve(l, pages()) //nolint:errcheck // until the listener is closed
		ends = append(ends, l.Close)
		addr = l.Addr().String()
	}
	return addr, end, nil
}

// listen listens for the pages: what they show is for the people of this machine.
func listen(at string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(at)
	if err != nil {
		return nil, fmt.Errorf("%w: use localhost:6060, or localhost:0 for any port", err)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("%q is not this machine alone: use localhost:6060, or localhost:0 for any port", at)
	}
	return net.Listen("tcp", at)
}

// pages are the profiles of a running server, where go tool pprof looks for them.
func pages() http.Handler {
	m := http.NewServeMux()
	m.HandleFunc("/debug/pprof/", pprof.Index)
	m.HandleFunc("/debug/pprof/profile", pprof.Profile)
	m.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	m.HandleFunc("/debug/pprof/trace", pprof.Trace)
	return local(m)
}

// local refuses what a web page in a browser has another host's name lead to.
func local(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if ip := net.ParseIP(host); err != nil || host != "localhost" && (ip == nil || !ip.IsLoopback()) {
			http.Error(w, "only this machine by its own name", http.StatusForbidden)
			return
		}
		h.ServeHTTP(w, r)
	})
}
