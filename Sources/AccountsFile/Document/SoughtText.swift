import Accounts
import LosslessJSON
import TextTools

extension AccountsDocument {
  /// The positions of the accounts that a list is to have.
  func rows(_ request: PageRequest) -> ArraySlice<Int> {
    guard request.text != nil || request.group != nil else { return Array(rows.indices)[...] }
    let sought = request.text.map(SoughtText.init)
    let parts = onAllCores { part in
      var buffer: [UInt8] = []
      return part.filter { index in
        let isFound = sought.map { $0.isFound(in: index, of: self, &buffer) } ?? true
        let isMember = { request.group.map(Row(self, index).values.groups.contains) ?? true }
        return isFound && isMember()
      }
    }
    return parts.flatMap(\.self)[...]
  }
}

/// A text that is looked for in the emails, user names and names of accounts, as `FieldValues.contains`
/// does.
private struct SoughtText: Sendable {
  private let text: String
  /// The text, if it is printable ASCII: then the bytes of plain text tell whether it is there.
  private let ascii: [UInt8]?

  init(_ text: String) {
    self.text = text.lowercased()
    ascii = self.text.utf8.span.isPrintableASCII ? Array(self.text.utf8) : nil
  }

  /// - Parameter buffer: for text in lower case.
  func isFound(in index: Int, of file: AccountsDocument, _ buffer: inout [UInt8]) -> Bool {
    plainly(in: file.rows[index], of: file, &buffer)
      ?? AccountsDocument.Row(file, index).values.contains(text)
  }

  private func plainly(
    in value: JSONValue, of file: AccountsDocument, _ buffer: inout [UInt8]
  ) -> Bool? {
    guard let ascii, let row = PlainRow(file, value) else { return nil }
    let text = file.document.bytes.span
    buffer.removeAll(keepingCapacity: true)
    for field in Self.fields {
      guard let value = row.fields[field] else { continue }
      let utf8 = text.extracting(value.content)
      guard utf8.isPlain else { return nil }
      // A name is looked for as a whole. A line end is in no text that is sought.
      let isBehindFirst = field == .lastName && row.fields[.firstName] != nil
      buffer.append(isBehindFirst ? 0x20 : 0x0A)
      for index in utf8.indices { buffer.append(utf8[index].lowercasedASCII) }
    }
    return buffer.span.contains(ascii.span)
  }

  private static let fields: [Field] = [.firstName, .lastName, .email, .username]
}

extension Span<UInt8> {
  fileprivate func contains(_ sought: Span<UInt8>) -> Bool {
    guard !sought.isEmpty else { return true }
    guard count >= sought.count else { return false }
    for start in 0...count - sought.count where self[start] == sought[0] {
      if extracting(start..<start + sought.count).isSame(as: sought) { return true }
    }
    return false
  }
}
