import Glibc
package import LosslessJSON

/// An error as reported on stderr: as text, as lines that an editor can parse, or as JSON.
package struct Report: Error {
  package let code: ExitCode
  package let name: String
  /// The lines of the message, without the mark before it.
  package let lines: [Phrase]
  package let hint: Phrase?
  /// The single problems, for programs; for people only as far as they are listed.
  package private(set) var items: [Item]
  package let listing: Listing

  /// Whether people see the items too, before the lines.
  package enum Listing: Sendable {
    /// The lines say it all.
    case none
    /// A line each, as other errors.
    case each
    /// A line each, with its place in this file.
    case inFile(String)
  }

  package init(
    _ code: ExitCode, _ name: String, _ lines: [Phrase], hint: Phrase? = nil, items: [Item] = [],
    listing: Listing = .none
  ) {
    self.code = code
    self.name = name
    self.lines = lines
    self.hint = hint
    self.items = items
    self.listing = listing
  }

  package init(
    _ code: ExitCode, _ name: String, _ words: Words, hint: Phrase? = nil, items: [Item] = [],
    listing: Listing = .none
  ) {
    self.init(code, name, [Phrase(words)], hint: hint, items: items, listing: listing)
  }

  package init(_ code: ExitCode, _ name: String, _ words: Words, hint: Words) {
    self.init(code, name, words, hint: Phrase(hint))
  }

  package struct Item: Sendable {
    /// The field that it is about; nil if it is not about a field.
    package let field: String?
    package let rule: String
    package let message: Phrase
    package var place: (line: Int, column: Int)?
    /// The subject with its key in JSON; people read it before the message.
    package var subject: (key: String, name: String)?
    /// More members of the item in JSON.
    package let more: [JSONLiteral.Member]
    private let ownSentence: Phrase?
    /// The line of the file that it is about, for people at a terminal.
    package var quote: QuotedLine?

    package init(
      field: String?, rule: String, message: Phrase, place: (line: Int, column: Int)? = nil,
      subject: (key: String, name: String)? = nil, more: [JSONLiteral.Member] = [],
      sentence: Phrase? = nil
    ) {
      self.field = field
      self.rule = rule
      self.message = message
      self.place = place
      self.subject = subject
      self.more = more
      ownSentence = sentence
    }

    /// The message as people read it on a line of its own; nil if it is the same.
    package var sentence: Phrase? {
      ownSentence ?? subject.map { Phrase(same: "\(visible($0.name)): ") + message }
    }

    /// Appends the line that people read, in one language.
    fileprivate func append(in language: Language, to text: inout String) {
      if ownSentence == nil, let subject {
        text += visible(subject.name)
        text += ": "
      }
      text += (ownSentence ?? message)[language]
    }
  }

  package enum Severity: String { case error, warning }
}

extension Report {
  /// An error that every program knows: of the command line or the console. Any other is a bug.
  package init(general error: any Error) {
    switch error {
    case let error as Report: self = error
    case ConsoleError.outputClosed: self.init(general: ConsoleError.output(errno: EPIPE))
    case ConsoleError.output(let code):
      self.init(.cannotReadOrWrite, "disk", "cannot write to stdout: \(systemMessage(code))")
    case ConsoleError.input(let code):
      self.init(.cannotReadOrWrite, "disk", "cannot read from stdin: \(systemMessage(code))")
    case ConsoleError.interrupted: self.init(.interrupted, "interrupted", "interrupted")
    default: self = .bug
    }
  }

  package static let bug = Report(.bug, "bug", "internal error; please report this")
}

extension Report {
  /// Writes the error to stderr, with the product's name before each line.
  package func write(_ asJSON: Bool, _ palette: Palette, _ context: Context, as product: String) {
    context.console.say(
      asJSON ? json() : words(context.language(isJSON: false), palette, as: product))
  }

  /// One line per problem. The prefixes are the same in every language: scripts look for them.
  package func words(_ language: Language, _ palette: Palette, as product: String) -> String {
    let mark = palette.error("error:")
    var result = ""
    for item in items {
      switch listing {
      case .none: break
      case .each:
        result += "\(product): \(mark) "
        item.append(in: language, to: &result)
        result += "\n"
      case .inFile(let path):
        result += Self.line(path, item, .error, palette, language) + "\n"
      }
    }
    for line in lines { result += "\(product): \(mark) \(line[language])\n" }
    if let hint { result += "\(product): \(palette.hint("hint:")) \(hint[language])\n" }
    return result
  }

  /// Returns the report with other items.
  package func with(_ items: [Item]) -> Report {
    var report = self
    report.items = items
    return report
  }

  /// A problem of a file as compilers print them: `path:line:column: error: …`, and below it the
  /// line that is quoted.
  package static func line(
    _ path: String, _ item: Item, _ severity: Severity, _ palette: Palette, _ language: Language
  ) -> String {
    var line = ""
    Lines(path, severity, palette, language).append(item, to: &line)
    return line
  }

  /// Makes such lines for one file. A hundred thousand accounts may have one each: nothing is made
  /// twice.
  package struct Lines {
    private let path: String
    private let mark: String
    private let palette: Palette
    private let language: Language

    package init(
      _ path: String, _ severity: Severity, _ palette: Palette, _ language: Language
    ) {
      self.path = visible(path) + ":"
      let mark =
        switch severity {
        case .error: palette.error("error:")
        case .warning: palette.warning("warning:")
        }
      self.mark = " \(mark) "
      (self.palette, self.language) = (palette, language)
    }

    /// Appends the line of a problem, without a line end.
    package func append(_ item: Item, to text: inout String) {
      text += path
      if let place = item.place {
        text += String(place.line)
        text += ":"
        text += String(place.column)
        text += ":"
      }
      text += mark
      item.append(in: language, to: &text)
      if let quote = item.quote {
        text += "\n"
        text += quote.text(palette)
      }
    }
  }

  /// The error as one JSON value on one line, always in English.
  package func json() -> String {
    let message = lines.isEmpty ? items.map(\.message) : lines
    var members: [JSONLiteral.Member] = [
      .init("code", .string(name)),
      .init("exit", .integer(code.rawValue)),
      .init("message", .string(message.map { $0[.english] }.joined(separator: "; "))),
    ]
    if let hint { members.append(.init("hint", .string(hint[.english]))) }
    if case .inFile(let path) = listing { members.append(.init("path", .string(path))) }
    members.append(.init("problems", .array(items.map(\.json))))
    return JSONLiteral.object([.init("error", .object(members))]).text(style: .oneLine) + "\n"
  }
}

extension Report.Item {
  package var json: JSONLiteral {
    var members: [JSONLiteral.Member] = [
      .init("field", field.map { .string($0) } ?? .null),
      .init("rule", .string(rule)),
      .init("message", .string(message[.english])),
    ]
    if let subject { members.append(.init(subject.key, .string(subject.name))) }
    members += more
    if let place {
      members.append(.init("line", .integer(place.line)))
      members.append(.init("column", .integer(place.column)))
    }
    return .object(members)
  }
}
