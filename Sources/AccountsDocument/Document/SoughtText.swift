import Accounts
import LosslessJSON
import TextTools

/// A text to find in the emails, user names, names and groups of accounts, as
/// `FieldValues.contains` does.
struct SoughtText: Sendable {
  private let text: String
  /// The text, if it is printable ASCII: then the bytes of plain values decide.
  private let ascii: [UInt8]?

  init(_ text: String) {
    self.text = text.lowercased()
    ascii = self.text.utf8.span.isPrintableASCII ? Array(self.text.utf8) : nil
  }

  /// - Parameter buffer: space for lower-cased text.
  func isFound(
    in row: AccountsDocument.Row, of file: AccountsDocument, _ buffer: inout [UInt8]
  ) -> Bool {
    isFoundInPlain(row, of: file, &buffer) ?? row.values(in: file).contains(text)
  }

  /// Searches bytes only; nil if they do not decide.
  private func isFoundInPlain(
    _ row: AccountsDocument.Row, of file: AccountsDocument, _ buffer: inout [UInt8]
  ) -> Bool? {
    guard row.isPlain, let ascii else { return nil }
    let text = file.document.bytes.span
    buffer.removeAll(keepingCapacity: true)
    // A line end is in no text that is sought.
    func append(_ value: JSONValue, behind separator: UInt8) -> Bool {
      let utf8 = text.extracting(value.content)
      guard utf8.isPlain else { return false }
      buffer.append(separator)
      for index in utf8.indices { buffer.append(utf8[index].lowercasedASCII) }
      return true
    }
    for field in Self.fields {
      guard let value = row.fields[field] else { continue }
      // A name is looked for as a whole.
      let isBehindFirst = field == .lastName && row.fields[.firstName] != nil
      guard append(value, behind: isBehindFirst ? 0x20 : 0x0A) else { return nil }
    }
    if let groups = row.fields[.groups] {
      for group in file.document.elements(of: groups) {
        guard append(group, behind: 0x0A) else { return nil }
      }
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
