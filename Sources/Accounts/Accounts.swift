// Accounts: the rules of accounts, and all that is done with them, over any store.
//
// Most programs need five things. `Registry` serves many people: register, authenticate, edit,
// list, undo. `PersonalRegistry` serves one person at one machine, and remembers who that is.
// `Rulebook` says what an account must look like. A `LoginRequest` or an `EditRequest` says what is
// asked, and an `AccountsError` why it cannot be. The accounts themselves are in an `AccountStore`:
// `AccountsFile` and `PostgresAccounts` have one each.
//
// Its rooms, in the order of a call: `Registry` has a file for each thing to do, and `Personal`
// adds the session and the draft of one person. `Values` has the types of which an account is made,
// `Rules` judges them, and `Problems` says which rule is broken, and where. `Passwords` makes and
// checks hashes, and generates passwords. `Throttle` counts failed logins, `Logins` says what is
// recorded of each, and `Sessions` keeps logins in browsers. `Importing` judges accounts of another
// program, and `Plan` reads a list that somebody declared and compares it. `Store` is the protocol
// of a store, with the changes that it is given; `History` reads what was changed. `Errors` are the
// facts about what went wrong.
//
// Nothing here prints, asks, opens a file or looks at a clock.
