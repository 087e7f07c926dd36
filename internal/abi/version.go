package abi

// Version is that of all that this package says: the functions, their parameters and
// what they mean. A program whose package sim has another one cannot be run, so it is
// raised whenever a program built with the one before would be misunderstood. The
// engine reads it from the source of the user's copy, so it stays a plain number here.
const Version = 1
