package abi

// AntithesisFile is the virtual file to which the Antithesis SDK of a guest
// writes, a line of JSON for each assertion and event. AntithesisEnv is the
// environment variable from which the SDK learns its name.
const (
	AntithesisFile = "/dev/seedfall/antithesis"
	AntithesisEnv  = "ANTITHESIS_SDK_LOCAL_OUTPUT"
)

// KindAlwaysOrUnreachable is the kind of a check that only the Antithesis SDK
// has. No call of SimSite passes it.
const KindAlwaysOrUnreachable = 10
