package abi

// ModelNext(answer, buffer, size) -> length hands in the answer to the last
// question to a model, and waits for the next question. It is written to the
// buffer if it fits; ModelTake gives it otherwise. The first answer is empty. The
// length is ModelNone for a program that nobody asks.
const ModelNext = "model_next"

// ModelTake(buffer) writes the last question to a buffer of its length.
const ModelTake = "model_take"

// ModelNone is what ModelNext gives to a program that is not run as a model.
const ModelNone = 0xffffffff

// A question is a list of commands, each a byte and its fields: numbers as
// unsigned varints, texts as their length and their bytes. Operations and states
// are numbered from 0 in the order in which they are first told by either side.
// Only the last command of a question has an answer. Those of the model begin
// with a byte for whether there is one.
const (
	// ModelOp(unknown, call, answer, number of arguments, arguments) tells of an
	// operation. Arguments and answer are JSON, an empty answer is none.
	ModelOp = 1
	// ModelState(text) tells of a state.
	ModelState = 2
	// ModelAbout(operation) -> problem, key, read-only. The problem is empty if
	// there is none; the rest is left out if there is one.
	ModelAbout = 3
	// ModelInit(key) -> state.
	ModelInit = 4
	// ModelStep(state, operation) -> number, states.
	ModelStep = 5
	// ModelDescribe(state) -> text.
	ModelDescribe = 6
	// ModelAgain(state) -> text is the state read from JSON and written again.
	ModelAgain = 7
)

// A state in an answer is its number plus 1, or 0 and its text if it is new.

// The first byte of an answer.
const (
	// ModelAnswers says that the answer follows.
	ModelAnswers = 0
	// ModelFails says that a text follows: why a state is not one.
	ModelFails = 1
)

// ModelUnfit begins the text of the panic about a value that is not what a model
// takes it for: the operation is at fault, not the model.
const ModelUnfit = "sim/model: "
