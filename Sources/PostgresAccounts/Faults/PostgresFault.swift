public import Accounts

/// Why a database did not do what it was asked for. Nothing that the server or libpq says is kept
/// but codes: their messages may hold a whole row.
public enum PostgresFault: Error, StoreReason {
  // The library.
  /// This machine has no libpq, or one that cannot be used; why, in the words of the system.
  case noLibrary(String)

  // The address.
  /// It cannot be parsed, or names no database.
  case invalidAddress
  /// It holds a password, if others can read it.
  case passwordInAddress
  /// No service file has this service.
  case unknownService(String)

  // Getting through.
  /// No server answers there, or none that can be written to.
  case unreachable
  /// No host has the name in the address.
  case unknownHost(String)
  /// Nobody who knows names answered for the host in the address.
  case hostNotLookedUp(String)
  /// The server has no connections left, for anybody or for this user.
  case full
  /// The server starts, stops or recovers.
  case starting
  /// The server is older than PostgreSQL 14; its version, as `130011`.
  case oldServer(Int)
  /// The server takes no connection, for a reason that has a SQLSTATE alone.
  case refusesConnection(String)
  /// All servers that answer are read-only.
  case readOnly
  /// The server speaks no TLS, and the address asks for it.
  case noTLS
  /// The certificate is of another host.
  case otherHost
  /// The certificate is not to be trusted: its authority is unknown, or it has expired.
  case untrusted
  /// There is no file with the authorities that are to be trusted.
  case noRootCertificate
  /// The server refuses the user or the password.
  case notAuthenticated
  /// The server has no such database, or does not let this user in.
  case noDatabase

  // The database.
  /// There are no tables of ours.
  case notPrepared
  /// An older program made the tables, which nothing makes into tables of this version.
  case olderVersion(found: Int)
  /// A newer program made the tables: they are of a version that this one does not know.
  case newerVersion(found: Int)
  /// Something there belongs to a role that is neither the owner of the database nor a superuser,
  /// and would run as code of that role; `mend` is the statement that drops it, if it is a view or a
  /// function.
  case foreignOwner(object: String, role: String, mend: String? = nil)
  /// Something that is not ours has a name of ours; `mend` is the statement by which the owner takes
  /// it away, if there is one.
  case nameTaken(String, mend: String? = nil)
  /// Declared tables, columns, keys or checks are missing or in another form, or functions;
  /// `isMended` if `migrate` makes all of them again. `mend` is the statement by which the owner gives
  /// a name back that was changed, or that `migrate` tried and the rows do not permit.
  case incomplete(String?, isMended: Bool = false, mend: String? = nil)
  /// A trigger or a rule is on a table that regapp alone writes; nothing was written. `mend` is the
  /// statement by which the owner takes it away.
  case notOwn(String, mend: String)
  /// Something was added to a table that keeps regapp from reading or writing all accounts; `mend`
  /// is the statement by which the owner takes it away.
  case obstructed(String, mend: String)
  /// A table is not written to the server's log, so that a crash empties it; `mend` are the statements
  /// by which the owner has it written.
  case unlogged(String, mend: String)
  /// The rulebook in the table `base` cannot be read.
  case rulebookUnreadable
  /// Row security hides rows of a table, so that accounts would look fewer.
  case rowsHidden(String)
  /// Everyone may call our functions: they were restored from a backup without their rights.
  case rightsMissing
  /// It cannot hold every character, in the encoding of this name; nil if it was not asked for
  /// that.
  case otherEncoding(String?)
  /// The user may not do this.
  case notPermitted
  /// Only the database's owner may copy into it, who gives the changes their numbers and times.
  case forOwner
  /// The record of logins still has this account: only the database's owner removes what no change
  /// tells of.
  case loginsLeft(String)

  // A statement.
  /// Another session holds a lock on what is needed; nothing was written.
  case locked
  /// Not all rows were written, or the changes' sequence was set back or has come to its end; nothing
  /// was written.
  case rowsKeptBack
  /// Something that an owner added, such as an index or a check, refused it, with a SQLSTATE; nothing
  /// was written.
  case refusedBy(String, state: String)
  /// The server's disk, or what it may use of it, is full.
  case diskFull
  /// A name is too long for an index: of which account, as far as it can be shown, and which.
  case tooLong(account: String?, Field)
  /// There was no answer in time.
  case noAnswer
  /// The connection was lost, and nothing was written.
  case connectionLost
  /// It may have been written: the server cannot be asked any more, or was told not to wait for the
  /// standby.
  case mayHaveSaved
  /// Another answer, by its SQLSTATE.
  case state(String)
}

extension PostgresFault {
  /// The meaning of a code that a server or a pooler sends before there is a session.
  init(beforeSession state: String) {
    self =
      switch state {
      case "53300": .full
      case "57P01", "57P02", "57P03": .starting
      case "3D000", "42501", "55000": .noDatabase
      default: state.hasPrefix("28") ? .notAuthenticated : .refusesConnection(state)
      }
  }
}
