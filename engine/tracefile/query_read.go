package tracefile

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seedfall/seedfall/engine/vtime"
)

// queryDepth is how many brackets and negations may be inside of each other.
const queryDepth = 100

// The pieces of a query. What separates them is white space as browsers have it, so
// that a query means the same in the timeline.
const (
	space  = `\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`
	quotes = `"(?:[^"\\]|\\.)*"`
	aValue = `(?:` + quotes + `|[^` + space + `",()]+)`
	ending = `(?:[` + space + `)]|$)`
)

var (
	spaces     = regexp.MustCompile(`^[` + space + `]*`)
	token      = regexp.MustCompile(`^[^` + space + `]*`)
	quoted     = regexp.MustCompile(`(?s)^` + quotes)
	oneValue   = regexp.MustCompile(`(?s)` + aValue)
	valueList  = regexp.MustCompile(`(?s)^(` + aValue + `(?:,` + aValue + `)*)` + ending)
	expression = regexp.MustCompile(`(?s)^/((?:[^/\\]|\\.)+)/` + ending)
	termKey    = regexp.MustCompile(`^(?:([a-z]+):|(size)(?:[<>]=?|=))`)
	nearWord   = regexp.MustCompile(`^(before|after)[` + space + `]*\(`)
	nothing    = regexp.MustCompile(`^` + ending)
	spanText   = regexp.MustCompile(`^[^` + space + `)]*`)
	escaped    = regexp.MustCompile(`(?s)\\(.)`)
	operator   = regexp.MustCompile(`^(?:and|or|within|->)(?:[` + space + `()]|$)`)
)

// queryReader goes through the text of a query once.
type queryReader struct {
	text  string
	at    int // in bytes
	depth int
	file  *File
}

// readQuery makes the tree of a query that is asked of a file. Errors are
// *QueryError.
func readQuery(f *File, text string) (*query, error) {
	r := &queryReader{text: text, file: f}
	r.skip()
	if r.rest() == "" {
		return &query{is: everything}, nil
	}
	q, err := r.either()
	if err == nil && r.rest() != "" {
		err = r.bad(r.at, "a bracket closes that was not opened")
	}
	return q, err
}

func (r *queryReader) rest() string { return r.text[r.at:] }

func (r *queryReader) skip() { r.at += len(spaces.FindString(r.rest())) }

func (r *queryReader) bad(at int, message string) error {
	return &QueryError{utf8.RuneCountInString(r.text[:at]) + 1, message}
}

// ahead says whether a word that joins terms comes next.
func (r *queryReader) ahead(word string) bool {
	rest, found := strings.CutPrefix(r.rest(), word)
	return found && (rest == "" || strings.ContainsAny(rest[:1], "()") || spaces.FindString(rest) != "")
}

// take goes over a word that joins terms, if it comes next.
func (r *queryReader) take(word string) bool {
	r.skip()
	if !r.ahead(word) {
		return false
	}
	r.at += len(word)
	return true
}

// joined reads parts with what read does, and more of them as long as next says so.
func (r *queryReader) joined(is form, read func() (*query, error), next func() bool) (*query, error) {
	r.skip()
	q := &query{is: is}
	for start := r.at; ; {
		part, err := read()
		if err != nil {
			return nil, err
		}
		q.of = append(q.of, part)
		end := r.at
		if !next() {
			if len(q.of) == 1 {
				return part, nil
			}
			q.text = r.text[start:end]
			return q, nil
		}
	}
}

func (r *queryReader) either() (*query, error) {
	return r.joined(either, r.both, func() bool { return r.take("or") })
}

func (r *queryReader) both() (*query, error) {
	return r.joined(both, r.chain, func() bool {
		return r.take("and") || r.rest() != "" && r.rest()[0] != ')' && !r.ahead("or")
	})
}

func (r *queryReader) chain() (*query, error) {
	return r.joined(chain, r.unary, func() bool { return r.take("->") })
}

func (r *queryReader) unary() (*query, error) {
	r.skip()
	start := r.at
	if r.depth++; r.depth > queryDepth {
		return nil, r.bad(start, "brackets and negations are too deep inside of each other")
	}
	defer func() { r.depth-- }()
	if near := nearWord.FindString(r.rest()); near != "" {
		return r.near(near)
	}
	minus := strings.HasPrefix(r.rest(), "-") && !r.ahead("->")
	switch {
	case minus:
		r.at++
	case strings.HasPrefix(r.rest(), "("):
		return r.bracket()
	case !r.take("not"):
		return r.term()
	}
	of, err := r.unary()
	return &query{is: negation, of: []*query{of}, text: r.text[start:r.at]}, err
}

func (r *queryReader) bracket() (*query, error) {
	open := r.at
	r.at++
	q, err := r.either()
	if err != nil {
		return nil, err
	}
	if !strings.HasPrefix(r.rest(), ")") {
		return nil, r.bad(open, "a bracket opens that is not closed")
	}
	r.at++
	return q, nil
}

// near reads before(…) or after(…), of which word is the beginning.
func (r *queryReader) near(word string) (*query, error) {
	start := r.at
	q := &query{is: after, within: forever}
	if strings.HasPrefix(word, "before") {
		q.is = before
	}
	r.at += len(word) - 1
	of, err := r.bracket()
	if err != nil {
		return nil, err
	}
	q.of, q.text = []*query{of}, r.text[start:r.at]
	if !r.take("within") {
		return q, nil
	}
	r.skip()
	span := spanText.FindString(r.rest())
	if q.within, err = vtime.ParseDuration(span); err != nil || q.within < 0 {
		return nil, r.bad(r.at, `"`+span+`" is not a duration; write for example 50ms`)
	}
	r.at += len(span)
	q.text = r.text[start:r.at]
	return q, nil
}

func (r *queryReader) term() (*query, error) {
	start := r.at
	if word := operator.FindString(r.rest()); word != "" {
		word = strings.TrimRight(spanText.FindString(word), "(")
		return nil, r.bad(start, `"`+word+`" is not a term here; in quotation marks it is text`)
	}
	if m := expression.FindStringSubmatch(r.rest()); m != nil {
		r.at += len(m[1]) + len("//")
		return r.checked(start, matchKey, []string{strings.ReplaceAll(m[1], `\/`, "/")})
	}
	key, list, err := r.keyed()
	if err != nil {
		return nil, err
	}
	comparison := ""
	if key == "size" {
		comparison = strings.TrimPrefix(r.text[start:r.at], key) + " "
	}
	r.at += len(list)
	values := oneValue.FindAllString(list, -1)
	for i, v := range values {
		if v[0] == '"' {
			v = escaped.ReplaceAllString(v[1:len(v)-1], "$1")
		}
		values[i] = comparison + v
	}
	return r.checked(start, key, values)
}

// keyed goes over the key of a term, if it has one, and finds the list of its
// values.
func (r *queryReader) keyed() (key, list string, err error) {
	start := r.at
	key = textKey
	m := termKey.FindStringSubmatch(r.rest())
	if m != nil {
		key = m[1] + m[2]
		r.at += len(m[0])
	}
	known := slices.Contains(queryKeys, key)
	found := valueList.FindStringSubmatch(r.rest())
	switch alone := m != nil && nothing.MatchString(r.rest()); {
	case found == nil && alone && known:
		return "", "", r.bad(start, m[0]+" is without a value")
	case found == nil && alone: // a word that ends with a colon
		r.at, key = start, textKey
		found = valueList.FindStringSubmatch(r.rest())
	case found != nil && !known:
		return "", "", r.bad(start, `"`+key+`" is no key of a query; there are: `+strings.Join(queryKeys, ", "))
	}
	if found == nil {
		return "", "", r.noTerm(start)
	}
	return key, found[1], nil
}

// noTerm says why there is no term at a place.
func (r *queryReader) noTerm(at int) error {
	word := token.FindString(r.text[at:])
	quote := strings.IndexByte(word, '"')
	switch {
	case at == len(r.text):
		return r.bad(at, "a term is missing at the end")
	case word[0] == ')':
		return r.bad(at, "a term is missing before the bracket")
	case quote >= 0 && !quoted.MatchString(r.text[at+quote:]):
		return r.bad(at+quote, "a quotation mark opens that is not closed")
	}
	return r.bad(at, `"`+word+`" is no term of a query; text with commas, brackets or quotation marks stands in quotation marks`)
}

// checked is a term whose values make sense in the file.
func (r *queryReader) checked(start int, key string, values []string) (*query, error) {
	if key == "between" && len(values) != 2 {
		return nil, r.bad(start, "between takes two nodes, such as between:client,server")
	}
	for _, v := range values {
		if wrong := r.file.wrong(key, v); wrong != "" {
			return nil, r.bad(start, wrong)
		}
	}
	return &query{is: aTerm, key: key, values: values, text: r.text[start:r.at]}, nil
}
