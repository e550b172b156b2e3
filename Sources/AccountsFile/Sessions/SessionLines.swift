import Accounts
import Glibc
import LosslessJSON

/// The lines of the file `sessions.jsonl`, each a session with its login:
///
///     {"login":"3xN…","account":"ada","id":"0f8b2c1e-…","browser":"Firefox on Linux",
///      "begun":"2026-11-22T11:00:00Z","ends":"2026-11-23T11:00:00Z","kept":false,
///      "host":"wiki.example.com","at":"2026-11-22T11:00:00Z","token":"9hR…","proof":"Qe1…"}
///
/// `id` is the account's; it is null if none counted when the login began.
///
/// A line has exactly this form, so that thousands are read in little time. Any other line is no
/// session.
enum SessionLines {
  /// The longest line that is written. Names and hosts are shorter.
  static let longest = 8_192

  /// The line of a session, with its end.
  static func line(_ session: SessionRecord) -> [UInt8] {
    let login = session.login
    let members: [JSONLiteral.Member] = [
      .init("login", .string("\(login.id)")), .init("account", .string(login.account)),
      .init("id", login.accountID.map { .string($0.description) } ?? .null),
      .init("browser", .string(login.browser)), .init("begun", .string(UTC.text(login.begun))),
      .init("ends", .string(UTC.text(login.ends))), .init("kept", .bool(login.isKept)),
      .init("host", .string(session.host)), .init("at", .string(UTC.text(session.made))),
      .init("token", .string(session.digest.text)), .init("proof", .string(session.proof.text)),
    ]
    return JSONLiteral.object(members).bytes(style: .compact) + [Journal.lineEnd]
  }

  /// The session of a line; nil for any other text.
  static func session(_ line: ArraySlice<UInt8>) -> SessionRecord? {
    var rest = LineParts(line)
    guard rest.skip("{\"login\":\""), let login = BrowserLogin.ID(rest.next(22)),
      rest.skip("\",\"account\":"), let account = rest.text(), !account.isEmpty,
      rest.skip(",\"id\":"), let accountID = rest.id(),
      rest.skip(",\"browser\":"), let browser = rest.text(),
      rest.skip(",\"begun\":\""), let begun = rest.time(),
      rest.skip("\",\"ends\":\""), let ends = rest.time(),
      rest.skip("\",\"kept\":"), let isKept = rest.flag(),
      rest.skip(",\"host\":"), let host = rest.text(), !host.isEmpty,
      rest.skip(",\"at\":\""), let made = rest.time(),
      rest.skip("\",\"token\":\""), let digest = TokenDigest(rest.next(43)),
      rest.skip("\",\"proof\":\""), let proof = TokenDigest(rest.next(43)),
      rest.skip("\"}"), rest.isEmpty
    else { return nil }
    return SessionRecord(
      login: BrowserLogin(
        id: login, account: account, accountID: accountID, begun: begun, ends: ends,
        isKept: isKept, browser: browser),
      host: host, made: made, digest: digest, proof: proof)
  }
}

private struct LineParts {
  private var rest: ArraySlice<UInt8>

  init(_ line: ArraySlice<UInt8>) { rest = line }

  var isEmpty: Bool { rest.isEmpty }

  /// Skips a text; returns false for any other.
  mutating func skip(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard rest.count >= count else { return false }
    for index in 0..<count where rest[rest.startIndex + index] != text.utf8Start[index] {
      return false
    }
    rest.removeFirst(count)
    return true
  }

  /// The next bytes, fewer at the end.
  mutating func next(_ count: Int) -> ArraySlice<UInt8> {
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// An account's id in quotes, or null, which is none; nothing for any other text.
  mutating func id() -> AccountID?? {
    if skip("null") { return .some(nil) }
    guard skip("\""), let id = AccountID(String(decoding: next(AccountID.length), as: UTF8.self)),
      skip("\"")
    else { return nil }
    return id
  }

  mutating func flag() -> Bool? { skip("true") ? true : skip("false") ? false : nil }

  /// A text in quotes.
  mutating func text() -> String? {
    guard rest.first == UInt8(ascii: "\"") else { return nil }
    var (end, isEscaped, hasEscapes) = (rest.startIndex + 1, false, false)
    while end < rest.endIndex, isEscaped || rest[end] != UInt8(ascii: "\"") {
      isEscaped = !isEscaped && rest[end] == UInt8(ascii: "\\")
      hasEscapes = hasEscapes || isEscaped
      end += 1
    }
    guard end < rest.endIndex else { return nil }
    let quoted = rest[rest.startIndex...end]
    rest = rest[(end + 1)...]
    guard hasEscapes else {
      return String(validating: quoted.dropFirst().dropLast(), as: UTF8.self)
    }
    guard let document = try? JSONDocument(parsing: Array(quoted)) else { return nil }
    return document.string(document.root)
  }

  /// A time such as `2026-11-22T11:00:00Z`, in seconds since 1970.
  mutating func time() -> Int? {
    let bytes = next(20)
    guard bytes.count == 20 else { return nil }
    func number(_ place: Int, _ count: Int) -> Int? {
      var number = 0
      for index in place..<place + count {
        let digit = Int(bytes[bytes.startIndex + index]) - 48
        guard (0...9).contains(digit) else { return nil }
        number = number * 10 + digit
      }
      return number
    }
    func isMark(_ place: Int, _ mark: Character) -> Bool {
      bytes[bytes.startIndex + place] == mark.asciiValue
    }
    guard isMark(4, "-"), isMark(7, "-"), isMark(10, "T"), isMark(13, ":"), isMark(16, ":"),
      isMark(19, "Z"), let year = number(0, 4), let month = number(5, 2), let day = number(8, 2),
      let hour = number(11, 2), let minute = number(14, 2), let second = number(17, 2),
      (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 60
    else { return nil }
    // The days since 1970, with years that begin in March.
    let march = month > 2 ? month - 3 : month + 9
    let from = month > 2 ? year : year - 1
    let days =
      from * 365 + from / 4 - from / 100 + from / 400 + (153 * march + 2) / 5 + day - 1 - 719_468
    return days * 86_400 + hour * 3_600 + minute * 60 + second
  }
}
