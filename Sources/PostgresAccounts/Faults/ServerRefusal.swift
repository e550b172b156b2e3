/// The origin of a refused statement, from the server's answer: its codes and names, and none of
/// its words, which may hold a whole row.
struct ServerRefusal: Sendable, Hashable {
  /// `ERROR`, `FATAL` or `PANIC`, in any language of the server.
  var severity = "ERROR"
  /// The server's own function that refused; empty in an answer of a pooler, which has no such
  /// functions.
  var function = ""
  /// The names of the object that refused, as far as the server tells them.
  var schema = ""
  var table = ""
  var column = ""
  /// The name of a domain.
  var type = ""
  /// The name of a constraint, or of an index.
  var constraint = ""
  /// The function of an owner's own that ran, such as a trigger's: `public.audit()`; nil if none
  /// did.
  var ownFunction: String?

  /// Whether a server gave the answer, and no pooler before it.
  var isOfServer: Bool { !function.isEmpty }

  /// Whether code in the database chose the answer and its SQLSTATE: a `RAISE` of PL/pgSQL.
  private var isRaised: Bool { function == "exec_stmt_raise" && severity == "ERROR" }

  /// Whether the session has ended, or may not write here: another server may do the statement, or
  /// the same one later.
  func meansElsewhere(_ state: String) -> Bool {
    if isRaised { return false }
    guard isOfServer else { return !Self.isOfPoolersSettings(state) }
    return ["FATAL", "PANIC"].contains(severity) || state == "25006"
  }

  /// Whether the transaction may have been committed all the same, if COMMIT was sent with the
  /// statement.
  ///
  /// - Parameter isCommits: whether this is the answer to COMMIT itself; an earlier statement that
  ///   an error ends ends the transaction.
  func leavesCommitOpen(_ state: String, isCommits: Bool) -> Bool {
    if isRaised { return false }
    guard isOfServer, severity == "ERROR" else { return true }
    if ["40003", "25P02"].contains(state) { return true }
    return isCommits && ["08", "57", "58", "XX"].contains(String(state.prefix(2)))
  }

  /// Whether a pooler says something that its administrator has to set right: who may connect, and
  /// to what. All else means that it has no server: pgbouncer says 08P01 for nearly everything,
  /// PgCat 58000, Odyssey 08006, 58000 and 53300, Supavisor XX000.
  private static func isOfPoolersSettings(_ state: String) -> Bool {
    ["0A", "22", "26", "28", "3D", "42"].contains(String(state.prefix(2)))
  }

  /// The object that an owner added to the tables, if that refused, as far as the server names it; nil
  /// if it was regapp's own or the server's.
  func own(_ state: String) -> String? {
    // These, of locks, limits and a full disk, say nothing of who was at work, unless a RAISE chose
    // them.
    let general = ["40001", "40P01", "55P03", "57014", "53100", "53200", "25006"]
    if let ownFunction, isRaised || !general.contains(state) {
      return "the function \(ownFunction)"
    }
    let place = [schema, table].filter { !$0.isEmpty }.joined(separator: ".")
    let domain = [schema, type].filter { !$0.isEmpty }.joined(separator: ".")
    switch state {
    // A publication lacks what tells the rows of a table from each other, or of some of them.
    case _ where function == "CheckCmdReplicaIdentity":
      return "a publication of a table without REPLICA IDENTITY"
    case _ where isOfIndex(state):
      return constraint.isEmpty ? "an index" : "the index \(constraint) on \(place)"
    case "23505" where !constraint.isEmpty: return "the unique index \(constraint) on \(place)"
    // RESTRICT has a SQLSTATE of its own from PostgreSQL 18 on.
    case "23503" where !constraint.isEmpty, "23001" where !constraint.isEmpty:
      return "the foreign key \(constraint) of \(place)"
    case "23P01" where !constraint.isEmpty:
      return "the exclusion constraint \(constraint) of \(place)"
    case "23502" where !type.isEmpty, "23514" where !type.isEmpty: return "the domain \(domain)"
    case "23514" where !constraint.isEmpty: return "the check \(constraint) of \(place)"
    // A row that has no place in any.
    case "23514" where !table.isEmpty: return "the partitions of \(place)"
    case "23502" where !column.isEmpty: return "the column \(place).\(column)"
    default: return nil
    }
  }

  /// Whether it is the cast by which a write of regapp's fails if rows were kept back. It is the
  /// one to `pg_snapshot`, which no owner's expression computes with.
  func isOfKeptRows(_ state: String) -> Bool { state == "22P02" && function == "parse_snapshot" }

  /// Whether a row is too long for an index.
  private func isOfIndex(_ state: String) -> Bool {
    state == "54000" && (!constraint.isEmpty || function.hasPrefix("index_form_tuple"))
  }

  /// The owner's own function among those that an answer says were running, from the innermost on.
  /// Of each line only the language's name is the same in all languages of servers, and the
  /// function's behind it.
  static func ownFunction(in context: String) -> String? {
    for line in context.split(separator: "\n") {
      guard let language = line.firstRange(of: "PL/pgSQL ") else { continue }
      var rest = line[language.upperBound...]
      if let word = rest.firstRange(of: "function "), word.lowerBound == rest.startIndex {
        rest = rest[word.upperBound...]
      }
      guard let open = rest.firstIndex(of: "("),
        let close = rest[open...].firstIndex(of: ")"), open > rest.startIndex
      else { continue }
      let name = rest[...close]
      let isOurs = name.hasPrefix("\(Schema.api).")
      if !isOurs, !name[..<open].contains(" ") { return String(name) }
    }
    return nil
  }
}
