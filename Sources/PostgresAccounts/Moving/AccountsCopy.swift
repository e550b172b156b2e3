// A directory is read without a lock; a database in one REPEATABLE READ transaction. Before what
// was written takes effect, FROM is asked whether it is still what was read. Attempts to log in
// are not compared.
//
// A database is begun in one READ COMMITTED transaction, whatever the role's default: it locks
// `account` and `change`, sees that they are empty, copies, and reads all of it back for
// comparison before it commits. A lost answer to the commit is `mayHaveSaved`. A database that was
// only begun with a rulebook is empty.
//
// In a directory the order is: the temporary file of the accounts, forced; the history with the
// line of the copy, which names that file, forced; the record of logins, forced; the rename. FROM
// is asked before the first of them.
//
// Changes keep their numbers: numbers are drawn until those are used up. Numbers that are out of all
// proportion, or taken by the beginning of the database, become consecutive ones. Nobody but the
// database's owner gives a change a number and a time, so a copy into a database is the owner's. Places of accounts are kept for the way back, and not used by
// undo.
//
// A database cannot hold a typed password, one that is there twice, an account without a key, a
// shared key, email or user name, U+0000 in a name or password, a name over 2,600 bytes, or an
// account that is not an object. A file cannot hold a row that is not an object in JSON, begins
// with a byte-order mark or is nested too deeply.

package import Accounts
import AccountsDocument
import AccountsFile

/// A place from which or to which accounts are copied.
package enum CopyPlace: Sendable {
  /// In a documents directory.
  case documents(String)
  case database(DatabaseAddress)

  fileprivate func store(
    today: @escaping @Sendable () -> CalendarDay, now: @escaping @Sendable () -> Int
  ) -> any CopyableStore {
    switch self {
    case .documents(let path): copyableStore(documents: path, today: today, now: now)
    case .database(let address): PostgresStore(address, today: today)
    }
  }
}

/// The numbers of copied things, and of those that stayed.
package struct CopyReport: Sendable {
  package let accounts: Int
  package let changes: Int
  package let attempts: Int
  package let lastLogins: Int
  /// How many comments stayed behind.
  package let comments: Int
  /// How many lines stayed that are none of regapp's.
  package let unknownLines: Int
  package let notices: [Notice]
}

/// Copies all that there is from one place to another, where there is nothing yet: everything, or
/// nothing. The places stay as they are otherwise. It compares the written rows with those that
/// were read.
///
/// - Parameters:
///   - user: the system's user, for the history.
///   - now: the seconds since 1970.
package func copyAccounts(
  from: CopyPlace, to: CopyPlace, user: String, today: @escaping @Sendable () -> CalendarDay,
  now: @escaping @Sendable () -> Int
) async throws(AccountsError) -> CopyReport {
  let source = from.store(today: today, now: now)
  if case .database(let address) = to {
    try await PostgresStore(address, today: today).refuseUnlessOwner()
  }
  let contents = try await source.contents()
  let notices = try await to.store(today: today, now: now).begin(
    with: contents, by: Attribution(.copy, user: user)
  ) { () async throws(AccountsError) in
    guard try await source.mark() == contents.mark else {
      throw CopyFault.changedMeanwhile.error(contents.original.path)
    }
  }
  return CopyReport(
    accounts: contents.accounts.rows.count, changes: contents.history.count,
    attempts: contents.attempts.count, lastLogins: contents.lastLogins.count,
    comments: contents.comments, unknownLines: contents.unknownLines, notices: notices)
}
