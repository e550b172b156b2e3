import Accounts
import LosslessJSON

extension ChangeRecording {
  /// JSON of the accounts. Leaves out values if they exceed `limit`; nil if the names alone do.
  /// `isWhole`: all values are included.
  package func text(atMost limit: Int, withValues: Bool) -> (bytes: [UInt8]?, isWhole: Bool) {
    for hasValues in withValues ? [true, false] : [false] {
      var (bytes, isWhole) = ([UInt8(ascii: "[")], hasValues)
      var start = 0
      while start < accounts.count, bytes.count <= limit {
        // If there are very many, the first thousand tell what all will come to, with much room for
        // error; and more of them with less.
        let room = start > 1000 ? 2 : 4
        if start > 0, bytes.count / start * accounts.count > limit * room { break }
        let first = start
        start = min(first == 0 ? 1000 : first + 64_000, accounts.count)
        for part in inParts(start - first, of: 1000, { part(first, $0, withValues: hasValues) }) {
          bytes += part.bytes
          if !part.isWhole { isWhole = false }
        }
      }
      guard start == accounts.count, bytes.count <= limit else { continue }
      bytes.append(UInt8(ascii: "]"))
      return (bytes, isWhole && !(hasValues && isOfNamelessAlone))
    }
    return (nil, false)
  }

  /// True if nothing changed but accounts without a name, which nobody finds again.
  private var isOfNamelessAlone: Bool {
    count > 0 && document == nil && accounts.indices.allSatisfy { name($0) == nil }
  }

  /// JSON of `accounts[first + range]`.
  private func part(
    _ first: Int, _ range: Range<Int>, withValues: Bool
  ) -> (bytes: [UInt8], isWhole: Bool) {
    var (writer, isWhole) = (JSONWriter(style: .compact), true)
    for index in range.lazy.map({ first + $0 }) {
      if index > 0 { writer.bytes.append(UInt8(ascii: ",")) }
      guard withValues else {
        writer.write(.object([AccountRecord.member(ofName: name(index))]))
        continue
      }
      let account = account(index).readable
      if account.changes == nil || !account.isWhole { isWhole = false }
      writer.write(account.recordedJSON)
    }
    return (writer.bytes, isWhole)
  }
}

extension AccountRecord {
  /// The account without values that are too deeply nested for a line. An unreadable line would
  /// lose the change, and its number would be used again. One without a name keeps none, since
  /// nobody could find it again, nor have it forgotten: that it has no keys tells it from one that
  /// was forgotten.
  fileprivate var readable: AccountRecord {
    if name == nil, changes != nil { return AccountRecord(name: nil, []) }
    let isTooDeep = changes?.contains { change in
      [change.old, change.new].contains { $0.map { $0.depth > Self.deepest } == true }
    }
    return isTooDeep == true ? AccountRecord(name: name, nil) : self
  }
}
