// Command branch is a branch of the bank: three tellers who make transactions all
// day. Its arguments are the address of the server and the number of the branch,
// from 1 to 3.
package main

import (
	"log"
	"os"
	"strconv"

	"github.com/seedfall/seedfall/examples/bank/ledger"
)

const tellers = 3

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: branch ADDRESS NUMBER")
	}
	branch, err := strconv.Atoi(os.Args[2])
	if err != nil || branch < 1 || branch > 3 {
		log.Fatal("the number of a branch is from 1 to 3")
	}
	for i := range tellers - 1 {
		go newTeller(os.Args[1], (branch-1)*tellers+i+1).work()
	}
	newTeller(os.Args[1], branch*tellers).work()
}

// newTeller gives the teller with a number, from 1 to 9.
func newTeller(address string, number int) *teller {
	return &teller{number: int64(number), name: "teller" + strconv.Itoa(number), bank: ledger.NewClient(address)}
}
