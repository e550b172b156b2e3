// Exchange: accounts in the formats of other programs.
//
// The import and the export of AccountsApp use it, and so may other packages. An `ExchangeFormat`
// reads a text into an `ExchangeRecord` for each account, and an `ExchangeWriter` writes them; each
// format has its files here, and `Reader` names the programs that read the outputs of `publish`.
//
// A format knows texts: no disk, no rulebook and no terminal. It reports what it cannot read or
// write as a fact, with its place, and in no language.
