// A line, broken here for the page:
//
//     {"n":12,"at":"2026-11-20T18:00:00Z","user":"root","by":"ada@example.com","did":"edit",
//      "accounts":[{"account":"ada@example.com","changes":{"firstName":["Ada","Ada M."]}}],
//      "file":".accounts.json.0123456789abcdef.tmp",
//      "replaced":[inode,size,seconds,nanoseconds,seconds,nanoseconds],
//      "left":[inode,size,seconds,nanoseconds]}
//
// - `via` is how the change came about, if not by a command or a screen: `pam`, `serve` or
//   `library`.
// - `id` is the first member of an account that has an id which counts: after the change, of a
//   removed one before it. `byId` follows `by`, if the session's account had one. An account
//   whose id was set has `"newId":true`, and no values if nothing else was.
// - A key that held or holds null is named in `"null":[["x-note"],[]]`, before and after. If even
//   names were too long, `accounts` is empty and `count` says how many there are.
// - `"undid":[12,11]` are the numbers of the changes that an undo took back.
// - `file` is the temporary file that was to take the place of the accounts, `replaced` the stamp
//   of the file that is replaced, `left` of the new one.
// - `"document":{"changes":{"rules":["register","standard"]}}` is what changed around the accounts:
//   keys as pairs. null in place of one means that its values are not kept: they may be a secret,
//   come twice or cannot be decoded.

import Accounts
import AccountsDocument
import Glibc
import LosslessJSON

/// One line of a history file: a change, with the stamps that tell whether it was made.
struct HistoryLine: Sendable {
  var entry: HistoryEntry
  /// The temporary file for the new accounts; nil if there was none.
  var temporary: String?
  /// The accounts file to be replaced; nil if there was none.
  var replaced: FileTrace?
  /// The accounts file after the change.
  var left: FileTrace?
}

/// The part of a file's stamp that survives a restart.
struct FileTrace: Sendable, Hashable {
  let inode: UInt
  let size: Int
  let modified: FileStamp.Moment
  /// The time of change; nil for a file that will be renamed, which changes it. Only this
  /// distinguishes a copy with the old times and a reused inode.
  let changed: FileStamp.Moment?

  init(_ stamp: FileStamp, isRenamed: Bool = false) {
    (inode, size, modified) = (stamp.inode, stamp.size, stamp.modified)
    changed = isRenamed ? nil : stamp.changed
  }

  func isOf(_ stamp: FileStamp) -> Bool { self == FileTrace(stamp, isRenamed: changed == nil) }

  fileprivate init?(_ value: JSONValue, in document: JSONDocument) {
    let numbers = document.elements(of: value).compactMap { document.number($0) }
    let rest = numbers.dropFirst().compactMap { Int($0) }
    guard [4, 6].contains(numbers.count), let inode = UInt(numbers[0]),
      rest.count == numbers.count - 1
    else { return nil }
    func moment(_ index: Int) -> FileStamp.Moment {
      FileStamp.Moment(timespec(tv_sec: rest[index], tv_nsec: rest[index + 1]))
    }
    (self.inode, size, modified) = (inode, rest[0], moment(1))
    changed = numbers.count == 6 ? moment(3) : nil
  }

  fileprivate var json: JSONLiteral {
    let moments = [modified] + (changed.map { [$0] } ?? [])
    return .array(
      [.integer(inode), .integer(size)]
        + moments.flatMap { [.integer($0.seconds), .integer($0.nanoseconds)] })
  }
}

extension HistoryLine {
  /// The greatest integer that programs reading JSON can represent.
  static let greatestNumber = 1 << 53
  /// The beginning of each line.
  static let start = Array("{\"n\":".utf8)

  /// Reads a line; nil if regapp did not write it.
  ///
  /// - Parameter withAccounts: false to leave out the accounts.
  init?(_ bytes: some Collection<UInt8>, withAccounts: Bool = true) {
    guard let line = JSONObject(parsing: Array(bytes)), let number = line.integer("n"),
      (1..<Self.greatestNumber).contains(number),
      let did = line.text("did"), !did.isEmpty
    else { return nil }
    let values = withAccounts ? line.elements("accounts") : []
    let accounts = inParts(values.count, of: 1000) { part in
      part.map { AccountRecord(recorded: values[$0], in: line.document) }
    }.flatMap(\.self)
    entry = HistoryEntry(
      number: number, time: line.text("at").flatMap(UTC.seconds), user: line.text("user"),
      by: line.text("by"), byID: line.text("byId").flatMap { AccountID($0) },
      via: line.text("via").map(ChangeOrigin.init(word:)),
      did: ChangeKind(word: did), accounts: accounts,
      count: line.integer("count").map { max($0, accounts.count) },
      document: line["document"].flatMap { DocumentRecord(recorded: $0, in: line.document) },
      undid: line.integers("undid"))
    temporary = line.text("file")
    replaced = line["replaced"].flatMap { FileTrace($0, in: line.document) }
    left = line["left"].flatMap { FileTrace($0, in: line.document) }
  }

  /// The line's text, with its end.
  ///
  /// - Parameter accounts: the text of the accounts; by default, made from the entry.
  func bytes(accounts: [UInt8]? = nil) -> [UInt8] {
    func text(_ text: String?) -> JSONLiteral { text.map { .string($0) } ?? .null }
    var bytes: [UInt8] = []
    func add(_ key: String, _ value: [UInt8]) {
      bytes.append(UInt8(ascii: bytes.isEmpty ? "{" : ","))
      bytes += JSONLiteral.string(key).bytes(style: .compact)
      bytes.append(UInt8(ascii: ":"))
      bytes += value
    }
    func add(_ key: String, _ value: JSONLiteral) { add(key, value.bytes(style: .compact)) }
    add("n", .integer(entry.number ?? 0))
    add("at", text(entry.time.map(UTC.text)))
    add("user", text(entry.user))
    add("by", text(entry.by))
    if let id = entry.byID { add("byId", .string(id.description)) }
    if let via = entry.via { add("via", .string(via.word)) }
    add("did", .string(entry.did.word))
    add(
      "accounts",
      accounts ?? JSONLiteral.array(entry.accounts.map(\.recordedJSON)).bytes(style: .compact))
    if entry.count > entry.accounts.count { add("count", .integer(entry.count)) }
    if let document = entry.document { add("document", document.json) }
    if !entry.undid.isEmpty { add("undid", .array(entry.undid.map { .integer($0) })) }
    if let temporary {
      add("file", .string(temporary))
      add("replaced", replaced?.json ?? .null)
    }
    add("left", left?.json ?? .null)
    bytes += [UInt8(ascii: "}"), UInt8(ascii: "\n")]
    return bytes
  }
}
