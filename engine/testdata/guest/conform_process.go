//go:build conform

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"os/user"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
	"weak"

	"github.com/seedfall/seedfall/sim"
)

// conform-process: what a process is given and may ask of its system.
// conform-memory: the garbage collector. conform-signals: os/signal.

func init() {
	modes["conform-process"] = conformProcess
	modes["conform-memory"] = conformMemory
	modes["conform-signals"] = conformSignals
}

func conformProcess(args []string) {
	enter()
	say("arguments", args, len(os.Args), os.Args[0] != "")
	environment()
	workingDirectory()
	identity()
	subprocesses()
	b, err := io.ReadAll(os.Stdin)
	say("standard input is empty", len(b), err)
	_, err = os.Stdout.Stat()
	say("standard output has a stat", err)
	say("sync standard output", os.Stdout.Sync())
	n, err := os.Stdout.Write(nil)
	say("write nothing", n, err)
	n, err = fmt.Fprint(os.Stderr, "on standard error\n")
	say("write standard error", n, err)
	say("read standard output", second(os.Stdout.Read(make([]byte, 1))) != nil)
	say("the system", runtime.GOOS)
	say("size of a pointer", 32<<(^uintptr(0)>>63))
	runtime.GOMAXPROCS(4)
	say("GOMAXPROCS after asking for 4", runtime.GOMAXPROCS(0))
	say("the size of a page is 65536", os.Getpagesize() == 65536)
	for _, e := range []syscall.Errno{syscall.ENOENT, syscall.EEXIST, syscall.EAGAIN, syscall.EBADF, syscall.ECONNREFUSED, syscall.ENOSPC, syscall.ENOSYS} {
		say("text of "+nameOf(e), e.Error())
	}
}

func environment() {
	var names []string
	for _, e := range os.Environ() {
		if name, value, _ := strings.Cut(e, "="); name != "TMPDIR" {
			names = append(names, name+"="+value)
		}
	}
	slices.Sort(names)
	say("environment", names)
	value, ok := os.LookupEnv("GREETING")
	none, is := os.LookupEnv("NONE")
	say("look up", value, ok, none, is)
	say("set", os.Setenv("NONE", "some"), os.Getenv("NONE"), os.ExpandEnv("$GREETING ${NONE}"))
	say("unset", os.Unsetenv("NONE"), os.Getenv("NONE"))
	say("set a bad name", os.Setenv("", "x"), os.Setenv("a=b", "x"))
	home, err := os.UserHomeDir()
	say("home directory", home, err)
	cache, err := os.UserCacheDir()
	say("cache directory", cache, err)
	config, err := os.UserConfigDir()
	say("configuration directory", config, err)
	old := os.Environ()
	os.Clearenv()
	say("clear", len(os.Environ()))
	_, err = os.UserHomeDir()
	say("no home directory", err)
	for _, e := range old {
		name, value, _ := strings.Cut(e, "=")
		sure(os.Setenv(name, value))
	}
}

func workingDirectory() {
	start := have(os.Getwd())
	say("working directory", start)
	sure(os.MkdirAll("d/e", 0o700))
	sure(os.Symlink("d/e", "l"))
	putFile("d/f", "text")
	say("chdir", os.Chdir("d"), have(os.Getwd()), fileText("f"))
	say("chdir up", os.Chdir("e/.."), have(os.Getwd()), fileText("../d/f"))
	say("chdir to what is not there", os.Chdir("missing"))
	say("chdir to a file", os.Chdir("f"))
	say("chdir to an empty name", os.Chdir(""))
	say("chdir with a slash", os.Chdir("e/"), have(os.Getwd()))
	say("chdir to the start", os.Chdir("../.."), have(os.Getwd()))
	say("chdir through a link", os.Chdir("l"), filepath.Base(have(os.Getwd())))
	say("absolute path", filepath.Base(filepath.Dir(have(filepath.Abs("x")))))
	sure(os.Chdir(start))
}

func identity() {
	name, err := os.Hostname()
	say("the host name is wasip1", name == "wasip1", err)
	path, err := os.Executable()
	say("executable", path != "", err)
	say("process ids", os.Getpid() > 3, os.Getppid() > 2)
	say("user and group ids are one", os.Getuid() == 1, os.Getgid() == 1)
	u, err := user.Current()
	say("current user", u != nil, err)
	say("unknown user", second(user.Lookup("nobody-of-that-name")))
}

func subprocesses() {
	r, w, err := os.Pipe()
	say("pipe", err)
	if err == nil {
		wrote(w.WriteString("through"))
		sure(w.Close())
		say("read a pipe", string(have(io.ReadAll(r))), r.Close())
	}
	say("run a program that is not there", exec.Command("./nowhere/program").Run())
	say("look up a program", second(exec.LookPath("program-of-no-name")))
	path, err := exec.LookPath("sh")
	say("look up a shell", path != "", err)
	out, err := exec.Command("/bin/sh", "-c", "exit 3").CombinedOutput()
	say("run a shell", len(out), err)
	p, err := os.FindProcess(os.Getpid())
	say("find the process", p != nil, err)
	say("kill another process", syscall.Kill(1<<22+1, 0))
}

func wrote(_ int, err error) { sure(err) }

func conformMemory([]string) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	runtime.GC()
	runtime.ReadMemStats(&after)
	say("a collection is counted", after.NumGC > before.NumGC)
	var finalized, cleaned atomic.Int32
	w := leave(&finalized, &cleaned)
	for range 100 {
		runtime.GC()
		if finalized.Load() == 10 && cleaned.Load() == 10 && w.Value() == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	say("finalizers and cleanups run", finalized.Load(), cleaned.Load(), w.Value() == nil)
	say("GC percent", debug.SetGCPercent(50), debug.SetGCPercent(100))
	say("no memory limit", debug.SetMemoryLimit(-1) == 1<<63-1)
	sum := 0
	for i := range 2000 {
		b := make([]byte, 100<<10)
		b[i] = 1
		sum += len(b)
	}
	runtime.ReadMemStats(&after)
	say("garbage is collected", sum, after.NumGC-before.NumGC > 5, after.HeapAlloc < 100<<20)
	big := make([]byte, 64<<20)
	big[len(big)-1] = 1
	say("a large allocation is zero", slices.Max(big[:1<<20]), len(big))
	debug.FreeOSMemory()
	say("a heap profile", pprof.Lookup("heap").WriteTo(io.Discard, 0))
	say("a goroutine profile", pprof.Lookup("goroutine").Count())
	var b strings.Builder
	sure(pprof.Lookup("goroutine").WriteTo(&b, 2))
	say("it has our functions", strings.Contains(b.String(), "conformMemory"))
	stacks := make([]byte, 1<<16)
	say("all stacks", runtime.Stack(stacks, true) > 0)
}

// leave makes objects that nothing refers to when it returns.
func leave(finalized, cleaned *atomic.Int32) weak.Pointer[[64]int] {
	for range 10 {
		o := new([64]int)
		runtime.SetFinalizer(o, func(*[64]int) { finalized.Add(1) })
		c := new([64]int)
		runtime.AddCleanup(c, func(n int32) { cleaned.Add(n) }, 1)
	}
	return weak.Make(new([64]int))
}

func conformSignals([]string) {
	c := make(chan os.Signal, 10)
	signal.Notify(c, syscall.SIGTERM, os.Interrupt)
	// SIGUSR1, since nohup and shells start programs with others ignored.
	say("a signal is not ignored", signal.Ignored(syscall.SIGUSR1))
	signal.Ignore(syscall.SIGUSR1)
	say("a signal is ignored", signal.Ignored(syscall.SIGUSR1))
	signal.Reset(syscall.SIGUSR1)
	say("a signal is not ignored any more", signal.Ignored(syscall.SIGUSR1))
	// A program that waits for signals still gets its timers and connections.
	l := have(sim.Listen("tcp", "127.0.0.1:0"))
	go func() {
		d := have(sim.Dial("tcp", l.Addr().String()))
		wrote(d.Write([]byte("hello")))
		sure(d.Close())
	}()
	b, err := io.ReadAll(have(l.Accept()))
	say("a connection arrives while waiting for signals", b, err)
	<-time.After(time.Millisecond)
	say("a timer fires while waiting for signals")
	select {
	case s := <-c:
		say("a signal came", s.String())
	default:
		say("no signal came")
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	stop()
	say("a context that was stopped", ctx.Err(), errors.Is(context.Cause(ctx), context.Canceled))
	say("texts of signals", syscall.SIGTERM.String(), os.Interrupt.String(), os.Kill.String())
	signal.Stop(c)
	say("stop returns")
}
