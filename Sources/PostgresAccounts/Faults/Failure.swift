// No message of libpq is shown: a failed check prints the whole row. The reason is the SQLSTATE,
// for a failed connection too (PQERRORS_SQLSTATE, set before libpq begins). A fault that libpq
// finds itself, such as a wrong certificate, has no code: its own English words are searched.
// Nothing of libpq reaches standard error.
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
  /// The server's answer, or that of a pooler before it, is an error.
  case refused(state: String, by: ServerRefusal)
  /// The server did it, with a warning.
  case warned
  /// The values cannot be written to any server.
  case invalid(AccountsError)
  /// The database is not one to work with.
  case unfit(PostgresFault)

  /// Whether nothing more can be done here, but another server may do it, or the same one later.
  var mayWorkElsewhere: Bool {
    switch self {
    case .refused(let state, let refusal): refusal.meansElsewhere(state)
    case .lost, .busy: true
    case .notConnected(let fault): fault.isOfServer
    case .warned, .invalid, .unfit: false
    }
  }

  /// This failure of a transaction whose COMMIT was sent: `lost` if that may have been done.
  ///
  /// - Parameter isCommits: whether it is the answer to COMMIT itself.
  func behindCommit(isCommits: Bool) -> Failure {
    guard case .refused(let state, let refusal) = self,
      refusal.leavesCommitOpen(state, isCommits: isCommits)
    else { return self }
    return .lost(inTime: true)
  }

  /// Whether it is an answer, which nothing leaves open.
  var isRefusal: Bool {
    if case .refused = self { true } else { false }
  }

  /// Whether it is the answer of a server that it takes no writes.
  var isReadOnly: Bool {
    switch self {
    case .refused("25006", let refusal): refusal.isOfServer
    case .unfit(.readOnly): true
    default: false
    }
  }

  /// Whether transactions were in each other's way.
  var isCollision: Bool {
    if case .refused(let state, _) = self { ["40001", "40P01"].contains(state) } else { false }
  }

  /// True if the server's answer names an addition of an owner's as the cause.
  var isOfOwner: Bool {
    if case .refused(let state, let refusal) = self { refusal.own(state) != nil } else { false }
  }

  /// Whether a row was to be made that is there already; the table and the name of what forbids a
  /// second one.
  var duplicate: (table: String, constraint: String)? {
    guard case .refused("23505", let refusal) = self, refusal.ownFunction == nil else { return nil }
    return (refusal.table, refusal.constraint)
  }

  /// Whether a table, schema, function or column was not found, by no function of an owner's: it
  /// may be one of ours that is gone.
  var missesSomething: Bool {
    guard case .refused(let state, let refusal) = self, refusal.own(state) == nil else {
      return false
    }
    return Self.statesOfMissing.contains(state)
  }

  /// No such table, schema, function or column, or several such functions.
  static let statesOfMissing = ["42P01", "3F000", "42883", "42703", "42725"]

  /// Whether a session does not know a statement by its name, or keeps it for a table that is
  /// another by now. Nothing was done.
  var isOfPrepared: Bool {
    guard case .refused(let state, let refusal) = self else { return false }
    let functions = ["", "FetchPreparedStatement", "RevalidateCachedQuery"]
    return ["26000", "0A000"].contains(state) && functions.contains(refusal.function)
  }

  /// The error for the caller.
  func error(_ kind: StoreFault.Kind, _ subject: String) -> AccountsError {
    let fault: PostgresFault
    var kind = kind
    switch self {
    case .notConnected(let reason), .busy(let reason), .unfit(let reason):
      (fault, kind) = (reason, .connection)
    case .invalid(let error): return error
    // Nobody answers, and for a read there is nothing else to say.
    case .lost where kind == .read: (fault, kind) = (.unreachable, .connection)
    case .lost(let inTime): fault = inTime ? .connectionLost : .noAnswer
    case .warned: (fault, kind) = (.mayHaveSaved, .durability)
    case .refused(let state, let refusal):
      if let own = refusal.own(state) {
        fault = .refusedBy(own, state: state)
      } else if refusal.isOfServer || state == "25006" {
        (fault, kind) = Self.fault(of: state, by: refusal, kind)
      } else {
        (fault, kind) = (PostgresFault(beforeSession: state), .connection)
      }
    }
    return .store(StoreFault(kind, subject, fault))
  }

  private static func fault(
    of state: String, by refusal: ServerRefusal, _ kind: StoreFault.Kind
  ) -> (PostgresFault, StoreFault.Kind) {
    switch state {
    case "42501": (.notPermitted, kind)
    case "25006": (.readOnly, .connection)
    case _ where statesOfMissing.contains(state): (.incomplete(nil, isMended: true), .connection)
    case "57014": (.noAnswer, kind)
    case "55P03": (.locked, kind)
    // Rows that a write did not write; and no number is left for a change.
    case _ where refusal.isOfKeptRows(state), "2200H": (.rowsKeptBack, kind)
    case "53100": (.diskFull, kind)
    case "22P05", "22021": (.otherEncoding(nil), kind)
    default: (.state(state), kind)
    }
  }
}

extension PostgresFault {
  /// Whether no server was found for now.
  fileprivate var isOfServer: Bool {
    switch self {
    case .unreachable, .readOnly, .unknownHost, .hostNotLookedUp: true
    default: false
    }
  }
}
