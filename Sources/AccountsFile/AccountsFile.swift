// AccountsFile: the store of accounts in one file that people edit, in a documents directory.
//
// Programs that import the library use `Registry(documents:)`. In the order of a write: `Store` is
// the `AccountStore`, which reads, plans with AccountsDocument and replaces the file; `LongFiles`
// reads and writes a long file in parts, by an index beside it; `Disk` has the locks, the atomic
// replacement, and `SystemCalls`, the one place that touches the disk; `History` writes the line of
// a change. Beside that: `Session` keeps who is logged in and an open edit, `Sessions` the logins
// in browsers, `Logins` counts and records attempts, `Blocklist` looks passwords up, `Moving` moves
// accounts between stores, `HandEdit` installs what an editor saved, `Git` and `Publish` know the
// files of git and of `publish`.
//
// All file work runs on `DiskQueue`. It prints nothing.
