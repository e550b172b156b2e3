import Accounts
import LosslessJSON

/// An error as reported on stderr: text, lines that an editor can parse, or JSON.
struct Report {
  let code: ExitCode
  let name: String
  let text: ErrorText
  /// The problems, with or without places.
  let problems: [Problem]
  /// The problems of an import or export, if that is what failed.
  private var exchange: ExchangeRefusal?

  init(_ error: any Error, rulebook: Rulebook? = nil) {
    switch error {
    case let error as AccountsError:
      self.init(
        error.exitCode, error.name, ErrorText(error, rulebook: rulebook), error.problems)
    case let error as UsageError:
      self.init(.usage, "usage", ErrorText(error.lines, hint: error.hint), error.problems)
    case let error as Refusal:
      let text = ErrorText(error.message, hint: error.hint)
      self.init(error.code, error.name, text, error.problems)
    case let error as ExchangeRefusal:
      self.init(.invalid, "invalid", ErrorText(error.message, hint: error.hint))
      exchange = error
    case let error as NotDurable:
      self.init(.cannotReadOrWrite, "disk", ErrorText(ErrorText.notDurable(error.path)))
    case ConsoleError.output(let code):
      self.init(.cannotReadOrWrite, "disk", ErrorText(ErrorText.noOutput(code)))
    case ConsoleError.input(let code):
      self.init(.cannotReadOrWrite, "disk", ErrorText(ErrorText.noInput(code)))
    case ConsoleError.interrupted:
      self.init(.interrupted, "interrupted", ErrorText(Phrase("interrupted", ru: "прервано")))
    default:
      self.init(.bug, "bug", ErrorText(.internalFault))
    }
  }

  private init(
    _ code: ExitCode, _ name: String, _ text: ErrorText, _ problems: [Problem] = []
  ) {
    self.code = code
    self.name = name
    self.text = text
    self.problems = problems
  }

  /// Writes the error to stderr.
  func tell(_ asJSON: Bool, _ palette: Palette, _ context: Context) {
    context.console.say(asJSON ? json() : words(context.language(isJSON: false), palette))
  }

  /// The error as text, one line per problem. The prefixes are the same in every language:
  /// scripts and editors look for them.
  func words(_ language: Language, _ palette: Palette) -> String {
    var result = ""
    if let (path, problems) = text.placed {
      for problem in problems {
        result += Self.line(path, problem, "error", palette)[language] + "\n"
      }
    }
    for problem in exchange?.problems ?? [] {
      result += problem.line(exchange?.path, language, palette) + "\n"
    }
    for line in text.lines { result += "regapp: \(palette.error("error:")) \(line[language])\n" }
    if let hint = text.hint { result += "regapp: \(palette.hint("hint:")) \(hint[language])\n" }
    return result
  }

  /// A problem of a file as compilers print them: `path:line:column: error: …`.
  static func line(
    _ path: String, _ problem: Problem, _ severity: String, _ palette: Palette
  ) -> Phrase {
    let place = problem.place?.position.map { "\($0.line):\($0.column):" } ?? ""
    let mark = severity == "error" ? palette.error("error:") : palette.warning("\(severity):")
    return Phrase(same: "\(visible(path)):\(place) \(mark) ") + problem.message
  }

  /// The error as one JSON value on one line, always in English.
  func json() -> String {
    let message = (text.lines + (text.placed?.problems.map(\.message) ?? [])).map { $0[.english] }
    var members: [JSONLiteral.Member] = [
      .init("code", .string(name)),
      .init("exit", .integer(code.rawValue)),
      .init("message", .string(message.joined(separator: "; "))),
    ]
    if let hint = text.hint { members.append(.init("hint", .string(hint[.english]))) }
    if let path = text.placed?.path ?? exchange?.path {
      members.append(.init("path", .string(path)))
    }
    let told = exchange?.problems.map(\.json) ?? problems.map(\.json)
    members.append(.init("problems", .array(told)))
    return JSONLiteral.object([.init("error", .object(members))]).text(style: .oneLine) + "\n"
  }
}

/// An error with an exit code and a message of its own.
package struct Refusal: Error {
  let code: ExitCode
  let name: String
  let message: Phrase
  let hint: Phrase?
  let problems: [Problem]

  package init(
    code: ExitCode, name: String, message: Phrase, hint: Phrase? = nil, problems: [Problem] = []
  ) {
    self.code = code
    self.name = name
    self.message = message
    self.hint = hint
    self.problems = problems
  }
}

extension AccountsError {
  fileprivate var problems: [Problem] {
    switch self {
    case .invalid(let problems), .fileInvalid(let problems), .rulebookBroken(let problems),
      .accountClosed(let problems):
      problems
    case .noteBroken(let problem), .notLoggedIn(.sessionBroken(let problem)): [problem]
    case .accountExists: [Problem(.field(.email), .unique)]
    case .noSuchAccount, .loginKey, .loginNeeds, .loginFailed, .throttled, .nobodyRegistered,
      .severalFit, .schemeUnsupported, .notLoggedIn, .conflict, .otherEditOpen, .nothingToSave,
      .nothingToCancel, .cannotTakeBack, .store, .busy, .keepsChanging, .alreadyInitialised,
      .lacks, .partlyDone, .hashingFailed, .internalFault:
      []
    }
  }
}

extension Problem {
  /// The problem as JSON.
  var json: JSONLiteral {
    var members: [JSONLiteral.Member] = [
      .init("field", field.map { .string($0) } ?? .null),
      .init("rule", .string(rule.name)),
      .init("message", .string(message[.english])),
    ]
    if let position = place?.position {
      members.append(.init("line", .integer(position.line)))
      members.append(.init("column", .integer(position.column)))
    }
    return .object(members)
  }
}
