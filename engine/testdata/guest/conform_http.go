//go:build conform && conformhttp

package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/seedfall/seedfall/sim"
)

// conform-http: a server and clients of net/http over package sim.

func init() { modes["conform-http"] = conformHTTP }

func conformHTTP([]string) {
	l := have(sim.Listen("tcp", loopback))
	alias(l.Addr().String(), "LISTENER")
	started, release := make(chan bool), make(chan bool)
	server := &http.Server{Handler: handler(started, release)}
	served := in(func() error { return server.Serve(l) })
	client := &http.Client{Transport: &http.Transport{
		DialContext:         func(_ context.Context, network, address string) (net.Conn, error) { return sim.Dial(network, address) },
		MaxIdleConnsPerHost: 10,
	}}
	url := "http://" + l.Addr().String()
	requests(client, url)
	crowd(client, url)
	timeouts(client, url)
	hijacked(l.Addr().String())
	shutdown(server, client, url, started, release)
	say("serve ends", <-served)
	_, err := client.Get(url)
	say("get from a server that is gone", err)
}

func handler(started chan<- bool, release <-chan bool) http.Handler {
	m := http.NewServeMux()
	m.HandleFunc("GET /hello/{name}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Name", r.PathValue("name"))
		fmt.Fprintf(w, "hello %s from %s", r.PathValue("name"), r.Host)
	})
	m.HandleFunc("POST /echo", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Trailer", "X-Size")
		sure(http.NewResponseController(w).EnableFullDuplex())
		n, err := io.Copy(w, r.Body)
		w.Header().Set("X-Size", fmt.Sprint(n, err))
	})
	m.HandleFunc("/large", func(w http.ResponseWriter, r *http.Request) {
		for i := range 1000 {
			fmt.Fprintf(w, "%01023d\n", i)
		}
	})
	m.HandleFunc("/slow", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	m.HandleFunc("/wait", func(w http.ResponseWriter, _ *http.Request) {
		started <- true
		<-release
		fmt.Fprint(w, "in the end")
	})
	m.HandleFunc("/panic", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	m.HandleFunc("/hijack", func(w http.ResponseWriter, r *http.Request) {
		c, _, err := w.(http.Hijacker).Hijack()
		sure(err)
		have(io.WriteString(c, "raw\n"))
		sure(c.Close())
	})
	return m
}

func requests(client *http.Client, url string) {
	body := func(r *http.Response, err error) string {
		if err != nil {
			return fault(err)
		}
		b, err := io.ReadAll(r.Body)
		sure(r.Body.Close())
		return fmt.Sprint(r.Status, " ", r.Proto, " ", r.ContentLength, " ", r.Header.Get("X-Name"), r.Trailer, string(b), err)
	}
	say("get", body(client.Get(url+"/hello/gopher")))
	say("get what is not there", body(client.Get(url+"/missing")))
	say("a method that is not allowed", body(client.Post(url+"/hello/x", "text/plain", nil)))
	say("post", body(client.Post(url+"/echo", "text/plain", strings.NewReader("some text"))))
	big := bytes.Repeat([]byte("x"), 2<<20)
	r := have(client.Post(url+"/echo", "text/plain", struct{ io.Reader }{bytes.NewReader(big)}))
	b, err := io.ReadAll(r.Body)
	say("post two megabytes in chunks", bytes.Equal(b, big), err, r.Trailer.Get("X-Size"), r.Body.Close())
	r = have(client.Get(url + "/large"))
	b, err = io.ReadAll(r.Body)
	say("get a megabyte in chunks", len(b), err, r.TransferEncoding, r.Body.Close())
	r = have(client.Head(url + "/hello/head"))
	say("head", r.StatusCode, r.ContentLength, r.Body.Close())
	say("a handler that aborts", body(client.Get(url+"/panic")))
}

func crowd(client *http.Client, url string) {
	var w sync.WaitGroup
	var m sync.Mutex
	counts := map[string]int{}
	for i := range 40 {
		w.Go(func() {
			for range 5 {
				want := fmt.Sprintf("hello %d from LISTENER", i)
				r := have(client.Get(fmt.Sprintf("%s/hello/%d", url, i)))
				b := have(io.ReadAll(r.Body))
				sure(r.Body.Close())
				got := strings.ReplaceAll(string(b), strings.TrimPrefix(url, "http://"), "LISTENER")
				m.Lock()
				counts[fmt.Sprint(r.StatusCode, got == want)]++
				m.Unlock()
			}
		})
	}
	w.Wait()
	say("two hundred requests of forty clients", counts)
}

func timeouts(client *http.Client, url string) {
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	_, err := client.Do(have(http.NewRequestWithContext(ctx, "GET", url+"/slow", nil)))
	say("a request with a deadline", err)
	cancel()
	ctx, cancel = context.WithCancel(context.Background())
	time.AfterFunc(200*time.Millisecond, cancel)
	_, err = client.Do(have(http.NewRequestWithContext(ctx, "GET", url+"/slow", nil)))
	say("a request that is cancelled", err)
	short := *client
	short.Timeout = 200 * time.Millisecond
	_, err = short.Get(url + "/slow")
	say("a client with a timeout", err)
}

func hijacked(address string) {
	c := have(sim.Dial("tcp", address))
	have(io.WriteString(c, "GET /hijack HTTP/1.1\r\nHost: x\r\n\r\n"))
	line, err := bufio.NewReader(c).ReadString('\n')
	say("a connection that the handler takes", line, err)
	_, err = c.Read(make([]byte, 1))
	say("and closes", err)
	sure(c.Close())
	c = have(sim.Dial("tcp", address))
	have(io.WriteString(c, "nonsense\r\n\r\n"))
	line, err = bufio.NewReader(c).ReadString('\n')
	say("a request that is none", line, err)
	sure(c.Close())
}

// shutdown stops the server while a request is under way.
func shutdown(server *http.Server, client *http.Client, url string, started <-chan bool, release chan<- bool) {
	client.CloseIdleConnections()
	answered := in(func() string {
		r := have(client.Get(url + "/wait"))
		return string(have(io.ReadAll(r.Body)))
	})
	<-started
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	err := server.Shutdown(ctx)
	say("a shutdown that runs out of time", err)
	done := in(func() error { return server.Shutdown(context.Background()) })
	close(release)
	say("a shutdown that waits", <-done, <-answered)
	say("serve after a shutdown", errors.Is(server.ListenAndServe(), http.ErrServerClosed))
}
