/// What a check notes of the passwords that it reads: codes of invitations are found among them
/// without a second look at the accounts.
package struct PasswordMarks: Sendable {
  /// A mark of the password of each account, in order; 0 for none, and for an invited account.
  package private(set) var marks: [UInt64] = []
  /// The codes of the invited accounts.
  package private(set) var running: [(code: String, name: String)] = []

  package init() {}

  package mutating func reserveCapacity(_ count: Int) { marks.reserveCapacity(count) }

  /// Notes the password of the next account, if it is not invited.
  package mutating func note(_ mark: UInt64) { marks.append(mark) }

  /// Notes the next account, which is invited, with its code if it has one.
  package mutating func note(code: String?, of name: String) {
    marks.append(0)
    if let code { running.append((code, name)) }
  }

  /// Adds the accounts that follow.
  package mutating func add(_ next: PasswordMarks) {
    marks += next.marks
    running += next.running
  }

  /// The positions of the accounts whose passwords have the marks of some codes.
  func positions(of codes: some Sequence<String>) -> [Int] {
    let sought = Set(codes.map { Self.mark(of: $0.utf8.span) })
    guard !sought.isEmpty else { return [] }
    return marks.indices.filter { marks[$0] != 0 && sought.contains(marks[$0]) }
  }

  /// A mark of a password without its lock, by its last bytes: of a hash they are its digest, so
  /// that two hashes of one mark are one hash. 0 for a lock alone.
  package static func mark(of text: Span<UInt8>) -> UInt64 {
    var start = 0
    while start < text.count, text[start] == UInt8(ascii: "!") || text[start] == UInt8(ascii: "*") {
      start += 1
    }
    guard start < text.count else { return 0 }
    var mark: UInt64 = 0xCBF2_9CE4_8422_2325
    for place in max(start, text.count - 22)..<text.count {
      mark = (mark ^ UInt64(text[place])) &* 0x100_0000_01B3
    }
    return mark | 1
  }
}
