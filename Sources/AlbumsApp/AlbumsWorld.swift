import Albums
import CommandKit
import Glibc
import LosslessJSON
import Product
import Terminal

typealias Command = CommandKit.Command<AlbumsWorld>
typealias Invocation = CommandKit.Invocation<AlbumsWorld>

/// Gives the commands of regapp-albums their surroundings; a test has its own.
struct AlbumsWorld: Sendable {
  /// Runs `regapp` with these arguments and empty stdin; nil if it cannot be run.
  var askRegapp: @Sendable (_ arguments: [String], Context) -> CapturedRun?
  /// The columns of the terminal that stdout is.
  var columns: @Sendable () -> Int = { Size(ofTerminal: STDOUT_FILENO).columns }
  var clock = AlbumsClock.system
  var limits = TransferLimits.standard

  static let ofProcess = AlbumsWorld(
    askRegapp: { arguments, context in
      Companion(name: "regapp").path(context.environment).flatMap { CapturedRun([$0] + arguments) }
    })
}

// MARK: The logged-in user

extension Invocation {
  /// Continues only if a user is logged in. Otherwise, or if the accounts cannot be read, prints
  /// regapp's message and exits with its code.
  func needLogin() throws { _ = try fields() }

  /// The logged-in user; fails like `needLogin` if there is none.
  func loggedIn() throws -> Person {
    guard let person = person(try fields()) else { throw Self.noAnswer }
    return person
  }

  /// The logged-in user; nil if there is none or regapp cannot be asked. Prints nothing.
  var person: Person? {
    ask(["--json", "show"]).flatMap { $0.exit == 0 ? person($0.out) : nil }
  }

  private func person(_ fields: [UInt8]) -> Person? {
    ask(["show"]).flatMap { $0.exit == 0 ? Person(fields: fields, profile: $0.out) : nil }
  }

  private func fields() throws -> [UInt8] {
    guard let answer = ask(["--json", "show"]) else { throw Self.regappMissing }
    if answer.exit == 0 { return answer.out }
    var errors = answer.err
    if !isJSON {
      let isColored = palette(forTerminal: console.errorIsTerminal).isOn
      errors = ask(["--color", isColored ? "always" : "never", "show"])?.err ?? []
    }
    guard !errors.isEmpty, let code = ExitCode(rawValue: answer.exit) else { throw Self.noAnswer }
    console.say(String(decoding: errors, as: UTF8.self))
    throw ProgramEnd(code: code)
  }

  /// Runs regapp with a command line, over the same documents.
  private func ask(_ words: [String]) -> CapturedRun? {
    let documents = arguments[.documents].map { [OptionSpec.documents.name, $0] } ?? []
    return world.askRegapp(["--no-input"] + documents + words, context)
  }

  private static let regappMissing = Report(
    .unavailable, "regappMissing", "regapp cannot be started, to ask who is logged in",
    hint: "it must be beside regapp-albums or on PATH: swift build --product regapp")

  private static let noAnswer = Report(
    .unavailable, "regappFailed", "regapp does not say who is logged in",
    hint: "try it: regapp show")
}

/// The logged-in user, as reported by regapp.
struct Person: Sendable, Equatable {
  /// The first and last name, or the email if there is no name.
  let name: String
  /// The email and the telephone number, as far as there are any.
  var contact: [String] = []
  /// The profile as `regapp show` prints it, a line each.
  let profile: [String]
}

extension Person {
  /// - Parameters:
  ///   - fields: what `regapp --json show` prints.
  ///   - profile: what `regapp show` prints.
  init?(fields: [UInt8], profile: [UInt8]) {
    guard let shown = JSONObject(parsing: fields) else { return nil }
    let names = [shown.text("firstName"), shown.text("lastName")].compactMap(\.self)
      .joined(separator: " ")
    name = names.isEmpty ? shown.text("email") ?? "" : names
    contact = [names.isEmpty ? nil : shown.text("email"), shown.text("phone")].compactMap(\.self)
    self.profile = String(decoding: profile, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
