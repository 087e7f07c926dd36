package config

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/vtime"
)

// kind is one way to write a value. Decoder, messages and schema take all that
// they know about values from this table.
type kind struct {
	write   string                // what a reader is told to write
	forms   []form                // JSON types taken
	pattern *regexp.Regexp        // of text, in the syntax that JSON Schema shares; nil for any
	nearest func(s string) string // what s may have meant; nil exactly where pattern is
	set     func(k *key, v *value, to reflect.Value) *complaint
}

// complaint is what is wrong with one value.
type complaint struct{ message, suggestion string }

var (
	kindBool = &kind{write: `true or false`, forms: []form{formBool}, set: setBool}
	kindText = &kind{write: `text in double quotes`, forms: []form{formString}, set: setText}
	kindEnum = &kind{write: `a name in double quotes`, forms: []form{formString}, set: setEnum}

	kindDuration = &kind{
		write:   `a duration such as "250ms" or "1m30s"`,
		forms:   []form{formString},
		pattern: regexp.MustCompile(`^(0|(([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$`),
		nearest: nearestDuration, set: setDuration,
	}
	kindSize = &kind{
		write:   `a size such as "64MiB", or a number of bytes without quotes`,
		forms:   []form{formNumber, formString},
		pattern: regexp.MustCompile(`^[0-9]+(KiB|MiB|GiB|TiB)$`),
		nearest: nearestSize, set: setSize,
	}
	kindCount = &kind{write: `a whole number without quotes`, forms: []form{formNumber}, set: setCount}

	kindChance = &kind{
		write:   `a number from 0 to 1 with at most 9 decimals, or a fraction such as "1/20"`,
		forms:   []form{formNumber, formString},
		pattern: regexp.MustCompile(`^([01](\.[0-9]{1,9})?|[0-9]{1,18}/[0-9]{1,18})$`),
		nearest: nearestChance, set: setChance,
	}

	// The decoder takes these apart itself, because each part has a position.
	kindEnv       = &kind{write: `an object of strings`, forms: []form{formObject}}
	kindObject    = &kind{write: `an object`, forms: []form{formObject}}
	kindSupervise = &kind{write: `true, false or an object`, forms: []form{formBool, formObject}}
)

// enum is the set of values of a named string type, in the order in which they
// are shown.
type enum struct {
	noun   string // what a value is, "a file system model"
	values []string
}

var enums = map[reflect.Type]*enum{
	reflect.TypeFor[Strategy](): {"a strategy", []string{string(StrategyNone)}},
	reflect.TypeFor[Restart]():  {"a restart rule", []string{string(RestartOnFailure), string(RestartAlways)}},
	reflect.TypeFor[FSModel](): {"a file system model", []string{string(FSExt4Ordered), string(FSPageIndependent),
		string(FSDirReorder), string(FSJournalPrefix)}},
	reflect.TypeFor[Point]():      {"a point of an operation", []string{string(PointBefore), string(PointWithin), string(PointAfter), string(PointAck)}},
	reflect.TypeFor[Model]():      {"a model", models},
	reflect.TypeFor[Isolation]():  {"an isolation level", isolations},
	reflect.TypeFor[Assumption](): {"an assumption", []string{string(WritesFollowReads), string(SequentialKeys), string(LinearizableKeys)}},
	reflect.TypeFor[Guarantee]():  {"a guarantee", []string{string(ReadYourWrites), string(MonotonicReads), string(MonotonicWrites), string(SessionWritesFollowReads)}},
	reflect.TypeFor[Aim]():        {"an aim", []string{string(AimBugs), string(AimUniform)}},
}

func kindOf(t reflect.Type) *kind {
	if enums[t] != nil {
		return kindEnum
	}
	switch t {
	case reflect.TypeFor[vtime.Duration](), reflect.TypeFor[time.Duration]():
		return kindDuration
	case reflect.TypeFor[Size]():
		return kindSize
	case reflect.TypeFor[Count]():
		return kindCount
	case reflect.TypeFor[rng.Ratio]():
		return kindChance
	case reflect.TypeFor[Env]():
		return kindEnv
	case reflect.TypeFor[Supervise]():
		return kindSupervise
	}
	switch t.Kind() {
	case reflect.Bool:
		return kindBool
	case reflect.String:
		return kindText
	case reflect.Struct:
		return kindObject
	}
	panic(fmt.Sprintf("config: no kind of value is read into %v", t))
}

// read reads a scalar into a field.
func (k *key) read(v *value, to reflect.Value) *complaint {
	switch {
	case !slices.Contains(k.kind.forms, v.form):
		return k.wrongForm(v)
	case v.damaged:
		return &complaint{message: damaged}
	case v.form == formString && k.kind.pattern != nil && !k.kind.pattern.MatchString(v.text):
		return k.misspelt(v)
	}
	return k.kind.set(k, v, to)
}

// wrongForm complains about a value of a JSON type that is not taken.
func (k *key) wrongForm(v *value) *complaint {
	return &complaint{message: fmt.Sprintf("%s is not taken here; write %s", v.quoted(), k.write())}
}

// write is what a reader is told to write.
func (k *key) write() string {
	if k.enum != nil {
		return orList(k.enum.values) + " in double quotes"
	}
	return k.kind.write
}

// misspelt complains about text that cannot be read, and suggests what it may
// have meant if that can be.
func (k *key) misspelt(v *value) *complaint {
	near := k.kind.nearest(v.text)
	if near == v.text || !k.kind.pattern.MatchString(near) {
		near = ""
	}
	return &complaint{fmt.Sprintf("%s cannot be read; write %s", v.quoted(), k.kind.write), near}
}

const damaged = "this text holds bytes that are not UTF-8, or half of a surrogate pair"

// quoted names v in a message: a scalar by its text, anything else by its type.
func (v *value) quoted() string {
	switch v.form {
	case formArray:
		return "an array"
	case formObject:
		return "an object"
	case formString:
		return fmt.Sprintf("%q", clip(v.text))
	}
	return clip(v.text)
}

func setBool(_ *key, v *value, to reflect.Value) *complaint {
	to.SetBool(v.text == "true")
	return nil
}

func setText(k *key, v *value, to reflect.Value) *complaint {
	to.SetString(v.text)
	return k.text.check(v.text)
}

func setEnum(k *key, v *value, to reflect.Value) *complaint {
	if !slices.Contains(k.enum.values, v.text) {
		return &complaint{fmt.Sprintf("%s is not %s; use %s", v.quoted(), k.enum.noun, orList(k.enum.values)),
			Nearest(v.text, k.enum.values)}
	}
	to.SetString(v.text)
	return nil
}

func setDuration(k *key, v *value, to reflect.Value) *complaint {
	d, err := vtime.ParseDuration(v.text)
	if err != nil {
		return k.misspelt(v)
	}
	to.SetInt(int64(d))
	return within(k, v, d, vtime.ParseDuration)
}

func setSize(k *key, v *value, to reflect.Value) *complaint {
	s, err := ParseSize(v.text)
	if err != nil {
		return k.misspelt(v)
	}
	to.SetUint(uint64(s))
	return within(k, v, s, ParseSize)
}

func setCount(k *key, v *value, to reflect.Value) *complaint {
	n, err := parseCount(v.text)
	if err != nil {
		return &complaint{message: fmt.Sprintf("%s is no whole number from %s to %s", v.quoted(), k.min, k.max)}
	}
	to.SetUint(uint64(n))
	return within(k, v, n, parseCount)
}

func parseCount(s string) (Count, error) {
	n, err := strconv.ParseUint(s, 10, 64)
	return Count(n), err
}

func setChance(k *key, v *value, to reflect.Value) *complaint {
	r, err := rng.ParseRatio(v.text)
	if err != nil {
		return k.misspelt(v)
	}
	to.Set(reflect.ValueOf(r))
	return nil
}

// within complains when n, read from v, lies outside the range of k.
func within[N vtime.Duration | Size | Count](k *key, v *value, n N, parse func(string) (N, error)) *complaint {
	if least, err := parse(k.min); err == nil && n < least {
		return &complaint{message: fmt.Sprintf("%s is too little; the least is %s", v.quoted(), k.min)}
	}
	if most, err := parse(k.max); err == nil && n > most {
		return &complaint{message: fmt.Sprintf("%s is too much; the most is %s", v.quoted(), k.max)}
	}
	return nil
}

// orList joins names as a sentence does: "a, b or c". A long list is cut.
func orList(names []string) string {
	const most = 12
	if n := len(names); n > most {
		names = append(slices.Clone(names[:most]), fmt.Sprintf("one of %d more", n-most))
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
