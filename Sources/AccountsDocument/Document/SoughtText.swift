import Accounts
import LosslessJSON
import TextTools

/// A text whose words are to be found in the emails, user names, names and groups of accounts, as
/// `FieldValues.contains` does.
struct SoughtText: Sendable {
  private let text: String
  /// Its words, if they are printable ASCII: then the bytes of plain values decide.
  private let ascii: [[UInt8]]?

  init(_ text: String) {
    self.text = text.lowercased()
    ascii =
      self.text.utf8.span.isPrintableASCII
      ? self.text.split(separator: " ").map { Array($0.utf8) } : nil
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
    func append(_ value: JSONValue) -> Bool {
      let utf8 = text.extracting(value.content)
      guard utf8.isPlain else { return false }
      buffer.append(0x0A)
      for index in utf8.indices { buffer.append(utf8[index].lowercasedASCII) }
      return true
    }
    for field in Self.fields {
      guard let value = row.fields[field] else { continue }
      guard append(value) else { return nil }
    }
    if let groups = row.fields[.groups] {
      for group in file.document.elements(of: groups) {
        guard append(group) else { return nil }
      }
    }
    return ascii.allSatisfy { buffer.span.contains($0.span) }
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
