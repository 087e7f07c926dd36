package tracefile

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"

	"github.com/seedfall/seedfall/engine/vtime"
)

var (
	nodeValue  = regexp.MustCompile(`^[^#]*(?:#[0-9]+)?$`)
	eventValue = regexp.MustCompile(`^#?[0-9]+$`)
	sizeValue  = regexp.MustCompile(`^([<>]=?|=) ([0-9]{1,12})([kM]?)$`)
)

// wrong says what is wrong with a value of a term; "" if nothing is. The timeline
// says the same, word for word.
func (f *File) wrong(key, v string) string {
	switch key {
	case "node":
		if !nodeValue.MatchString(v) {
			return "node:" + v + ": behind # stands the number of an incarnation, such as server#2"
		}
		name, _, _ := strings.Cut(v, "#")
		return f.noNode(key, v, name)
	case "between":
		return f.noNode(key, v, v)
	case "kind":
		if len(kindsNamed(v)) == 0 {
			return "kind:" + v + ": there is no such kind of event, and no such class; classes are: " + strings.Join(classNames[:], ", ")
		}
	case "time":
		_, _, wrong := interval(v)
		return wrong
	case "cause", "effect":
		if !eventValue.MatchString(v) {
			return key + ":" + v + ": an event is named by its number, such as #123"
		}
	case "size":
		if !sizeValue.MatchString(v) {
			return "a size is compared with a number of bytes, such as size>1k or size<=64"
		}
	case matchKey:
		if _, err := regexp.Compile(v); err != nil {
			return "/" + v + "/ is no regular expression: " + expressionProblem(err)
		}
	}
	return ""
}

// noNode says that a name is that of no node, if it is.
func (f *File) noNode(key, v, name string) string {
	if slices.ContainsFunc(f.Nodes, wildcard(name)) {
		return ""
	}
	return key + ":" + v + ": there is no such node; there are: " + strings.Join(f.Nodes, ", ")
}

// interval reads two instants, or says what is wrong with them.
func interval(v string) (from, to vtime.Instant, wrong string) {
	first, last, both := strings.Cut(v, "..")
	to = vtime.Never
	var err error
	if first != "" || !both {
		from, err = instantIn(first)
	}
	switch {
	case err != nil:
	case !both:
		to = from
	case last != "":
		to, err = instantIn(last)
	}
	switch {
	case err != nil:
		return 0, 0, "time:" + v + ": write for example time:250ms..1m30s"
	case to < from:
		return 0, 0, "time:" + v + " ends before it begins"
	}
	return from, to, ""
}

func instantIn(text string) (vtime.Instant, error) {
	d, err := vtime.ParseDuration(text)
	return vtime.Instant(d), err
}

// sizeBound reads a comparison that wrong has seen. k is 1,024 bytes and M is 1,024
// of those, as pages of disks are counted.
func sizeBound(v string) (comparison string, bytes int64) {
	m := sizeValue.FindStringSubmatch(v)
	n, _ := strconv.ParseInt(m[2], 10, 64) //nolint:errcheck // 12 digits are a number
	return m[1], n << map[string]int{"": 0, "k": 10, "M": 20}[m[3]]
}

// expressionProblems are what can be wrong with a regular expression.
var expressionProblems = map[syntax.ErrorCode]string{
	syntax.ErrInvalidRepeatOp:       "a repetition is repeated",
	syntax.ErrInvalidRepeatSize:     "what is repeated by number is repeated at most 1000 times",
	syntax.ErrLarge:                 "the expression is too large",
	syntax.ErrMissingBracket:        "a bracket [ is not closed",
	syntax.ErrMissingParen:          "a bracket ( is not closed",
	syntax.ErrMissingRepeatArgument: "nothing is before a repetition",
	syntax.ErrNestingDepth:          "brackets are too deep inside of each other",
	syntax.ErrTrailingBackslash:     "nothing is behind the last backslash",
	syntax.ErrUnexpectedParen:       "unexpected )",
	syntax.ErrInvalidPerlOp:         "what is behind (? is not understood; there are (?:…), (?i), (?m), (?s), (?U) and (?P<name>…)",
}

// expressionProblem says in a few words what is wrong with a regular expression.
func expressionProblem(err error) string {
	var e *syntax.Error
	if !errors.As(err, &e) {
		return err.Error()
	}
	switch problem := expressionProblems[e.Code]; {
	case problem != "":
		return problem
	case e.Code == syntax.ErrInvalidEscape:
		return e.Expr + " is not understood"
	case e.Code == syntax.ErrInvalidCharRange && strings.HasPrefix(e.Expr, "[:"):
		return "there is no class " + e.Expr
	case e.Code == syntax.ErrInvalidCharRange && strings.HasPrefix(e.Expr, `\`):
		return e.Expr + " is not understood"
	case e.Code == syntax.ErrInvalidCharRange:
		return "a range of characters ends before it begins"
	}
	return fmt.Sprintf("%s: %s", e.Code, e.Expr)
}
