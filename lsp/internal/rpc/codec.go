package rpc

import (
	"encoding/json"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// codec knows the unions of the protocol. Payloads of our own are structs, never
// maps: it writes those in random order.
type codec struct{}

func (codec) Marshal(v any) ([]byte, error) {
	switch v := v.(type) {
	case jsonrpc2.RawMessage:
		if v == nil {
			return []byte("null"), nil
		}
		return v, nil
	case Plain:
		return json.Marshal(v.Value)
	}
	return protocol.Marshal(v)
}

func (codec) Unmarshal(data []byte, v any) error {
	switch v := v.(type) {
	case *jsonrpc2.RawMessage:
		*v = append(jsonrpc2.RawMessage(nil), data...)
		return nil
	case Plain:
		return json.Unmarshal(data, v.Value)
	}
	return protocol.Unmarshal(data, v)
}

// Plain is a payload that encoding/json writes and reads: Value is a struct, or
// to be read into, a pointer to one. It may hold maps, which come sorted.
type Plain struct{ Value any }
