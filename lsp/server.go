// Package lsp is the language server: it finds the sites of package sim in Go
// files, runs simulations in a child process, and shows in any editor what they
// come to, as diagnostics and code lenses.
package lsp

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/lsp/internal/power"
	"github.com/seedfall/seedfall/lsp/internal/rpc"
	"github.com/seedfall/seedfall/lsp/internal/scan"
	"github.com/seedfall/seedfall/lsp/internal/text"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// Options say how to serve.
type Options struct {
	// Worker is the command that runs a worker, as package worker has it.
	Worker []string
	// Version is that of seedfall.
	Version string
	// Log gets lines about what the server does; nil is nobody.
	Log io.Writer
	// Trace has the log hold each message to and from the client too.
	Trace bool
}

// Serve serves the client at the other end of in and out until it says exit or
// closes its end. The code is that with which the process is to exit.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) (code int) {
	return serve(newServer(ctx, o), in, out)
}

func newServer(ctx context.Context, o Options) *server {
	s := &server{options: o, exit: make(chan int, 1), scan: scan.ScanWith, onBattery: power.OnBattery, docs: map[uri.URI]*document{}, disk: map[string]onDisk{}, typed: map[string]*typedView{}, reopened: map[uri.URI]bool{}, settings: defaultSettings(),
		homes: map[string]*home{}, troubles: map[string]trouble{}, waiting: 1}
	s.ctx, s.cancel = context.WithCancel(ctx)
	s.background.log = s.logf
	s.sweeper = &sweeper{command: o.Worker, log: s.logf, ready: s.ready, idle: s.tell}
	return s
}

func serve(s *server, in io.Reader, out io.Writer) (code int) {
	ctx := s.ctx
	defer s.leave()
	defer s.background.close()
	defer s.traces.closeAll()
	defer s.sweeper.close()
	defer s.cancel()
	closed := make(chan error, 1)
	log := rpc.Log{Note: func(line string) { s.logf("%s", line) }}
	if s.options.Trace {
		log.Message = log.Note
	}
	go func() {
		closed <- rpc.Serve(ctx, &ending{in, sync.OnceFunc(s.hangUp)}, out, log, func(c *rpc.Conn) protocol.Server {
			s.client = c
			return s
		})
	}()
	select {
	case code := <-s.exit:
		return code
	case err := <-closed:
		if err != nil {
			s.logf("the connection has ended: %v", err)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.down {
			return 0
		}
		return 1
	}
}

// ending is input whose end is told at once: the connection waits for requests that
// are being answered, which may take long.
type ending struct {
	io.Reader
	ended func()
}

func (e *ending) Read(b []byte) (int, error) {
	n, err := e.Reader.Read(b)
	if err != nil {
		e.ended()
	}
	return n, err
}

// Close closes what is read, if that can be closed.
func (e *ending) Close() error {
	if c, ok := e.Reader.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// hangUp ends what is being done for a client that has closed its end.
func (s *server) hangUp() {
	go s.sweeper.close()
	s.background.after(hard, "hang up", s.cancel)
}

// server is the state of a connection. Handlers of notifications run one after the
// other; all others may run at the same time, and hold mu while they look at what
// stands below it. Of several locks the first is that of telling, then a home's, then
// the sweeper's, then mu.
type server struct {
	protocol.UnimplementedServer
	options    Options
	ctx        context.Context // ends with the connection
	cancel     context.CancelFunc
	client     *rpc.Conn
	exit       chan int
	sweeper    *sweeper
	traces     traces
	background background
	// load finds the files of a config's programs; nil asks the go command.
	load func(context.Context, *config.Config) (*loaded, error)
	// onBattery says whether the machine runs on battery; power.OnBattery.
	onBattery func() bool
	// scan finds the sites of a file; scan.ScanWith.
	scan func(path, text string, facts *scan.Facts) *scan.File

	logging    sync.Mutex
	typing     sync.Mutex // held while types are looked at; taken before the others
	publishing sync.Mutex // held before mu
	powering   sync.Mutex // held while it is found out what the machine runs on; taken before the others
	// discovering is held while the folders are looked through, before all others, so
	// that what was found last is what there is.
	discovering sync.Mutex
	telling     telling

	mu        sync.Mutex
	encoding  text.Encoding
	abilities abilities
	editor    string // the client's name and version; "" if it says none
	trusted   bool
	down      bool // shutdown was asked for
	folders   []string
	settings  settings
	// given are the settings of initialize, and folderSettings those of the folders
	// that the client has some for. misread says what is wrong with them.
	given          settings
	folderSettings map[string]*settings
	goSettings     goSettings
	misread        []string
	docs           map[uri.URI]*document
	scenarios      []*scenario                       // by path
	listed         bool                              // configs have been looked for
	disk           map[string]onDisk                 // Go files that are not open, by path
	typed          map[string]*typedView             // by the ID of the view
	uses           int                               // how often views were needed
	published      map[uri.URI][]protocol.Diagnostic // that the client shows
	reopened       map[uri.URI]bool                  // may have lost what was published
	tokens         int
	runs           int               // jobs that have ended
	cancels        map[string]func() // of progress, by token
	timers         map[string]*time.Timer
	waiting        int      // timers that are set, and what they have begun
	stirred        bool     // something has begun since the client was told that nothing goes on
	active         string   // the file that was opened or saved last
	asleep         bool     // nothing begins on its own
	saving         bool     // the same as asleep, since the machine runs on battery
	last           *command // that seedfall.rerunLast does once more; nil for none
	homes          map[string]*home
	troubles       map[string]trouble
	testsAsked     bool // the client will be told of the tests
	// lensesAsked says that the client will be asked to draw its lenses anew, if they
	// say something else by then.
	lensesAsked bool
	redrawn     time.Time // when it was asked to last
}

// logf writes a line to the log.
func (s *server) logf(format string, args ...any) {
	if s.options.Log == nil {
		return
	}
	s.logging.Lock()
	defer s.logging.Unlock()
	if len(args) > 0 {
		format = fmt.Sprintf(format, args...)
	}
	fmt.Fprintln(s.options.Log, format)
}
