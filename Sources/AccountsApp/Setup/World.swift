package import AccountsFile
package import CommandKit
import LosslessJSON
import Product

package typealias Command = CommandKit.Command<World>
package typealias Invocation = CommandKit.Invocation<World>

/// Gives a command of regapp its accounts, its clocks and its hasher.
package struct World: Sendable {
  /// The accounts, and who is logged in at this machine.
  let personal: PersonalRegistry
  /// The place of the accounts, as it was given.
  let place: String
  /// The user's own day, read each time: the screens may stay open over midnight.
  let clock: @Sendable () -> CalendarDay
  /// The seconds since 1970.
  let now: @Sendable () -> Int
  let localTime: LocalTime
  let hasher: PasswordHasher
}

extension Invocation {
  package var personal: PersonalRegistry { world.personal }
  package var registry: Registry { personal.registry }
  /// The place of the accounts.
  package var documents: Documents {
    get throws { try DocumentsDirectory(context).documents(option: arguments[.documents]) }
  }
  /// The user's own day.
  package var today: CalendarDay { world.clock() }
  /// Reads the user's own day.
  package var clock: @Sendable () -> CalendarDay { world.clock }
  /// Reads the seconds since 1970.
  package var now: @Sendable () -> Int { world.now }
}

extension Invocation {
  /// Ends a command that changed something: reports the notices, prints the data, and last
  /// throws if what was written may not survive a power cut, or if logins could not be ended with
  /// it.
  package func finish(_ notices: [Notice], print: () throws -> Void) throws {
    var cut: Notice?
    for notice in notices {
      if notice.isOfDisk, cut == nil {
        cut = notice
        continue
      }
      let words = notice.hint.map { notice.message + Phrase(same: "; ") + $0 } ?? notice.message
      if notice.isWarning { warn(words) } else { say(words) }
    }
    if let cut {
      do { try print() } catch let lost as Report { throw lost } catch {}
      throw Report(.cannotReadOrWrite, "disk", [cut.message], hint: cut.hint)
    }
    try print()
  }

  /// Writes warnings to stderr, each with its place in a file.
  package func warn(_ warnings: [Problem], in path: String) {
    let palette = palette(forTerminal: console.errorIsTerminal)
    for problem in warnings {
      console.say(Report.line(path, problem.item, .warning, palette, language) + "\n")
    }
  }

  /// Asks a question, whose answer is no unless it is a clear yes.
  func agrees(to question: Phrase) async throws -> Bool {
    let answer = try await ask(question + Phrase(" [y/N] "))?.lowercased()
    let yes = [Phrase("y\(as: "an answer")"), Phrase("yes\(as: "an answer")")]
    return yes.contains { $0[.english] == answer || $0[language] == answer }
  }

  /// Says what a person may want to do next.
  func hint(_ words: Phrase) {
    let mark = palette(forTerminal: console.errorIsTerminal).hint("hint:")
    say(Phrase(same: "\(program.product): \(mark) ") + words)
  }

  /// Prints a profile on stdout; or, with a generated password, that alone, so that it can be piped
  /// on, and the profile on stderr.
  ///
  /// - Parameters:
  ///   - login: what is known of its logins; nil for nothing.
  ///   - hosts: the guarded hosts.
  ///   - more: what JSON has besides.
  func print(
    _ account: Account?, openDraft: EditDraft? = nil, login: LastLogin? = nil,
    hosts: GuardedHosts = .none, generated: GeneratedPassword? = nil,
    more: [JSONLiteral.Member] = [], after done: Phrase = Phrase(same: "")
  ) throws {
    let password = generated?.text.text
    if isJSON {
      let edit = openDraft.map { [JSONLiteral.Member("edit", $0.json)] } ?? []
      let new = password.map { [JSONLiteral.Member("generatedPassword", .string($0))] } ?? []
      let json = JSONLiteral.object((account?.members(on: today) ?? []) + edit + new + more)
      guard password != nil else { return try print(json: json) }
      return try deliver(after: done) { try print(json: json) }
    }
    let isOnTerminal = password == nil ? console.outputIsTerminal : console.errorIsTerminal
    let profile = account.map {
      ProfileText(
        $0, openDraft: openDraft, login: login?.words(world.localTime), hosts: hosts,
        today: today)
    }
    let words = profile?.words(language, palette(forTerminal: isOnTerminal)) ?? ""
    guard let password else { return try console.write(words) }
    console.say(words)
    try deliver(after: done) { try console.write(password + "\n") }
  }

  /// Prints generated passwords, which nobody else knows: that nobody reads them is an error too.
  func deliver(
    _ count: Int = 1, after done: Phrase, _ print: () throws -> Void
  ) throws {
    try deliver(
      saying: {
        count == 1
          ? Phrase("\(done), but the generated password was not printed: \($0)")
          : Phrase("\(done), but the generated passwords were not printed: \($0)")
      }, hint: Phrase("set another one: regapp edit --account NAME --generate"), print)
  }

  /// Prints secrets that nobody else knows: that nobody reads them is an error too.
  func deliver(
    saying words: (_ reason: Phrase) -> Phrase, hint: Phrase, _ print: () throws -> Void
  ) throws {
    do {
      try print()
      try console.flush()
    } catch let error as ConsoleError {
      let reason = Report(general: error).reason
      throw Report(.cannotReadOrWrite, "notPrinted", [words(reason)], hint: hint)
    }
  }

  /// Says how much a generated password is worth, if the rulebook leaves no room for more.
  func warnOfShortness(of password: GeneratedPassword?) {
    guard let bits = password?.bits, bits < PasswordGenerator.bits else { return }
    warn("the rulebook allows only short passwords: this one has \(Int(bits)) bits, not 80")
  }

  /// Runs a command's work on a generated password, and prints that even if the work was done by
  /// halves: nobody else knows it.
  func withGenerated<Value>(
    _ password: GeneratedPassword?, _ work: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await work()
    } catch AccountsError.partlyDone(let step, let error) where step.isChange {
      if let password { try print(nil, generated: password, after: step.name) }
      throw AccountsError.partlyDone(step, error)
    }
  }

  /// Tells what did not work out beside an attempt to log in.
  func warn(of notice: Notice) { warn(notice.message) }
}
