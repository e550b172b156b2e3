import Accounts
import LosslessJSON

extension Session {
  /// Reads the text of a session file.
  init(source: String, text: FileText?) {
    guard let text else {
      self = .none
      return
    }
    let document: JSONDocument
    do { document = try JSONDocument(parsing: text.bytes) } catch {
      self = .broken(Problem(.file, .syntax(error.reason), at: Place(source, error.place)))
      return
    }
    let value = document.value(for: JSONKey("email"), in: document.root)
    if value?.kind == .null {
      self = .loggedOut
    } else if let email = value.flatMap({ document.string($0) }) {
      self = .loggedIn(email: email)
    } else {
      let position = document.place(at: (value ?? document.root).range.lowerBound)
      self = .broken(Problem(.key("email"), .text, at: Place(source, position)))
    }
  }

  /// The text of a session file.
  static func text(email: String?) -> [UInt8] {
    let literal = JSONLiteral.object([.init("email", email.map { .string($0) } ?? .null)])
    return literal.bytes(style: .oneLine) + [UInt8(ascii: "\n")]
  }
}
