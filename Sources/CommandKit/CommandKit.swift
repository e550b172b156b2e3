// CommandKit: the parts of any program with commands.
//
// AccountsApp, PostgresApp, ServeApp and AlbumsApp are built on it. In the order of a run:
// `Process` is the edge to the system; `Declaring` says which commands and options there are;
// `Parsing` reads a command line; `Running` runs the command with a `Context` (its console,
// environment and colours); `Reporting` turns an error into lines, a hint and an exit code. `Words`
// has the `Phrase`, a text in English, and `Languages` translates it; `Help` and `Shells` print
// help, manual pages and completions from the declarations.
//
// It knows no accounts, but the table of another language has what the programs say of them.
