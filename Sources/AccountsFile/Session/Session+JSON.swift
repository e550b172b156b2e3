import LosslessJSON

/// Who is logged in here.
enum Session: Sendable, Hashable {
  /// Nobody has logged in here yet.
  case none
  case loggedIn(email: String)
  case loggedOut
  /// The file says nothing that can be understood; nobody is logged in.
  case broken(path: String, Problem)
}

extension Session {
  /// Reads the text of a session file.
  init(path: String, text: FileText?) {
    guard let text else {
      self = .none
      return
    }
    let document: JSONDocument
    do { document = try JSONDocument(parsing: text.bytes) } catch {
      self = .broken(path: path, Problem(.file, .syntax(error.reason), at: error.place))
      return
    }
    let value = document.value(for: JSONKey("email"), in: document.root)
    if value?.kind == .null {
      self = .loggedOut
    } else if let email = value.flatMap({ document.string($0) }) {
      self = .loggedIn(email: email)
    } else {
      let place = document.place(at: (value ?? document.root).range.lowerBound)
      self = .broken(path: path, Problem(.key("email"), .text, at: place))
    }
  }

  /// The text of a session file.
  static func text(email: String?) -> [UInt8] {
    let literal = JSONLiteral.object([.init("email", email.map { .string($0) } ?? .null)])
    return literal.bytes(style: .oneLine) + [UInt8(ascii: "\n")]
  }
}
