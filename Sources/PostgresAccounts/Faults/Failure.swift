// No message of libpq is shown: a failed check prints the whole row. The reason is the SQLSTATE,
// for a failed connection too (PQERRORS_SQLSTATE, set before libpq begins). What libpq finds
// itself, such as a wrong certificate, has no code: its own English words are searched. Nothing of
// libpq reaches standard error.
//
// If the answer to a write is lost, the write is looked for by its `op`. That question commits a
// message of its own: a primary that crashed also shows what no standby has confirmed, and the
// answer must outlive it.

import Accounts

/// A failure of one statement, or of the connection.
enum Failure: Error, Sendable {
  /// There is no connection, and no statement was sent.
  case notConnected(PostgresFault)
  /// The server is there, and takes no connection yet or no more for now.
  case busy(PostgresFault)
  /// The connection broke, or there was no answer in time: the statement may have been done.
  case lost(inTime: Bool)
  /// The server's answer is an error.
  case refused(state: String, constraint: String)
  /// The server did it, with a warning.
  case warned
  /// Rows are no longer as they were seen.
  case changedMeanwhile
  /// The values cannot be written, whatever the server would say.
  case invalid(AccountsError)
  /// The database is not one to work with.
  case unfit(PostgresFault)

  /// Whether the server says that it cannot go on, or not here: another one may.
  var mayWorkElsewhere: Bool {
    switch self {
    case .refused(let state, _):
      state.hasPrefix("08") && state != "08P01"
        || ["57P01", "57P02", "57P03", "57P05", "25006", "25P03", "25P04", "53300"].contains(state)
    case .lost, .busy: true
    case .notConnected(let fault): fault == .unreachable || fault == .readOnly
    case .warned, .changedMeanwhile, .invalid, .unfit: false
    }
  }

  /// Whether transactions were in each other's way.
  var isCollision: Bool {
    if case .refused(let state, _) = self { ["40001", "40P01"].contains(state) } else { false }
  }

  /// Whether a row was to be made that is there already; the name of what forbids a second one.
  var duplicate: String? {
    if case .refused("23505", let constraint) = self { constraint } else { nil }
  }

  /// The error for the caller.
  func error(_ kind: StoreFault.Kind, _ subject: String) -> AccountsError {
    let fault: PostgresFault
    var kind = kind
    switch self {
    case .notConnected(let reason), .busy(let reason), .unfit(let reason):
      (fault, kind) = (reason, .connection)
    case .invalid(let error): return error
    case .lost(let inTime): fault = inTime ? .connectionLost : .noAnswer
    case .warned, .changedMeanwhile: (fault, kind) = (.mayHaveSaved, .durability)
    case .refused("42501", _): fault = .notPermitted
    // No such table, schema, function or column, or several such functions.
    case .refused("42P01", _), .refused("3F000", _), .refused("42883", _), .refused("42703", _),
      .refused("42725", _):
      (fault, kind) = (.incomplete(nil, isMended: true), .connection)
    case .refused("57014", _): fault = .noAnswer
    case .refused("55P03", _): fault = .locked
    // No boolean: what a write makes of rows that it did not write.
    case .refused("22P02", _): fault = .rowsKeptBack
    case .refused("53100", _): fault = .diskFull
    case .refused("54000", _): fault = .tooLong(account: nil, nil)
    case .refused("22P05", _), .refused("22021", _): fault = .otherEncoding(nil)
    case .refused(let state, _): fault = .state(state)
    }
    return .store(StoreFault(kind, subject, fault))
  }
}
