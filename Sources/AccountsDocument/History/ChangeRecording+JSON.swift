package import Accounts
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
        let parts = inParts(start - first, of: 1000) { range in
          part(first, range, withValues: hasValues, keepsValues: withValues)
        }
        for part in parts {
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

  /// An account with its name and its id alone.
  ///
  /// - Parameter isOfValues: false for a kind of change that never has values: what a login or a
  ///   seal gives is no new id of somebody who had another.
  package func withoutValues(_ index: Int, isOfValues: Bool) -> AccountRecord {
    var account = AccountRecord(name: name(index), nil, id: id(index))
    if isOfValues, case .account(let record, _) = accounts[index] {
      account.setsID = record.isOfNewID
    }
    return account
  }

  /// JSON of `accounts[first + range]`.
  ///
  /// - Parameter keepsValues: whether the kind of change has values, where there is room for them.
  private func part(
    _ first: Int, _ range: Range<Int>, withValues: Bool, keepsValues: Bool
  ) -> (bytes: [UInt8], isWhole: Bool) {
    var (writer, isWhole) = (JSONWriter(style: .compact), true)
    for index in range.lazy.map({ first + $0 }) {
      if index > 0 { writer.bytes.append(UInt8(ascii: ",")) }
      guard withValues else {
        writer.write(withoutValues(index, isOfValues: keepsValues).recordedJSON)
        continue
      }
      let account = account(index).readable
      if !account.keepsValues || !account.isWhole { isWhole = false }
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
    return isTooDeep == true ? withoutValues : self
  }
}
