package wasi

import (
	"context"

	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/internal/abi"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// Preview1 is the name of the module that WASI programs import.
const Preview1 = "wasi_snapshot_preview1"

// call is one function of the kernel. a holds the arguments.
type call func(p *Process, a []uint64) errno.Errno

// function is a row of the table: its parameters are 'i' for i32 and 'I' for
// i64, its result is an errno.
type function struct {
	name, params string
	call         call
}

// preview1 is all of WASI preview 1 but proc_exit, which has no result.
var preview1 = []function{
	{"args_get", "ii", argsGet},
	{"args_sizes_get", "ii", argsSizesGet},
	{"environ_get", "ii", environGet},
	{"environ_sizes_get", "ii", environSizesGet},
	{"clock_res_get", "ii", clockResGet},
	{"clock_time_get", "iIi", clockTimeGet},
	{"fd_advise", "iIIi", fdAdvise},
	{"fd_allocate", "iII", fdAllocate},
	{"fd_close", "i", fdClose},
	{"fd_datasync", "i", fdDatasync},
	{"fd_fdstat_get", "ii", fdFdstatGet},
	{"fd_fdstat_set_flags", "ii", fdFdstatSetFlags},
	{"fd_fdstat_set_rights", "iII", fdFdstatSetRights},
	{"fd_filestat_get", "ii", fdFilestatGet},
	{"fd_filestat_set_size", "iI", fdFilestatSetSize},
	{"fd_filestat_set_times", "iIIi", fdFilestatSetTimes},
	{"fd_pread", "iiiIi", fdPread},
	{"fd_prestat_get", "ii", fdPrestatGet},
	{"fd_prestat_dir_name", "iii", fdPrestatDirName},
	{"fd_pwrite", "iiiIi", fdPwrite},
	{"fd_read", "iiii", fdRead},
	{"fd_readdir", "iiiIi", fdReaddir},
	{"fd_renumber", "ii", fdRenumber},
	{"fd_seek", "iIii", fdSeek},
	{"fd_sync", "i", fdSync},
	{"fd_tell", "ii", fdTell},
	{"fd_write", "iiii", fdWrite},
	{"path_create_directory", "iii", pathCreateDirectory},
	{"path_filestat_get", "iiiii", pathFilestatGet},
	{"path_filestat_set_times", "iiiiIIi", pathFilestatSetTimes},
	{"path_link", "iiiiiii", pathLink},
	{"path_open", "iiiiiIIii", pathOpen},
	{"path_readlink", "iiiiii", pathReadlink},
	{"path_remove_directory", "iii", pathRemoveDirectory},
	{"path_rename", "iiiiii", pathRename},
	{"path_symlink", "iiiii", pathSymlink},
	{"path_unlink_file", "iii", pathUnlinkFile},
	{"poll_oneoff", "iiii", pollOneoff},
	{"proc_raise", "i", procRaise},
	{"random_get", "ii", randomGet},
	{"sched_yield", "", schedYield},
	{"sock_accept", "iii", sockAccept},
	{"sock_recv", "iiiiii", sockRecv},
	{"sock_send", "iiiii", sockSend},
	{"sock_shutdown", "ii", sockShutdown},
}

// own is the part of our own module that deals in descriptors.
var own = []function{
	{abi.NetListen, "iii", netListen},
	{abi.NetDial, "iii", netDial},
	{abi.NetStatus, "i", netStatus},
	{abi.NetAddr, "iii", netAddr},
	{abi.SignalSet, "ii", signalSet},
}

// Instantiate adds the module of WASI to a runtime. of finds the process that
// a call comes from.
func Instantiate(ctx context.Context, r wazero.Runtime, of func(context.Context) *Process) error {
	b := r.NewHostModuleBuilder(Preview1)
	export(b, preview1, of)
	b.NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(func(ctx context.Context, _ api.Module, s []uint64) {
		of(ctx).exit(int32(uint32(s[0])))
	}), []api.ValueType{api.ValueTypeI32}, nil).Export("proc_exit")
	_, err := b.Instantiate(ctx)
	return err
}

// Own adds the calls of our own module that deal in descriptors.
func Own(b wazero.HostModuleBuilder, of func(context.Context) *Process) { export(b, own, of) }

func export(b wazero.HostModuleBuilder, table []function, of func(context.Context) *Process) {
	for _, f := range table {
		fn := api.GoModuleFunc(func(ctx context.Context, _ api.Module, s []uint64) {
			p := of(ctx)
			for i := range f.params {
				if f.params[i] == 'i' {
					s[i] = uint64(uint32(s[i])) // the upper half of an i32 is undefined
				}
			}
			code := f.call(p, s)
			if code == errno.Crashed {
				p.Host.Stop(Stop{Kind: Crashed})
			}
			s[0] = uint64(code)
		})
		b.NewFunctionBuilder().WithGoModuleFunction(fn, types(f.params), []api.ValueType{api.ValueTypeI32}).Export(f.name)
	}
}

func types(params string) []api.ValueType {
	t := make([]api.ValueType, len(params))
	for i, c := range params {
		t[i] = api.ValueTypeI32
		if c == 'I' {
			t[i] = api.ValueTypeI64
		}
	}
	return t
}

// Imports says whether the kernel has a function.
func Imports(module, name string) bool {
	table := preview1
	switch module {
	case Preview1:
		if name == "proc_exit" {
			return true
		}
	case abi.Module:
		table = own
	default:
		return false
	}
	for _, f := range table {
		if f.name == name {
			return true
		}
	}
	return false
}
