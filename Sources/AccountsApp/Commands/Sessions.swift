import AccountsFile
import CommandKit
import LosslessJSON

extension Commands {
  static let sessions = Command(
    name: "sessions", summary: "show who is logged in in a browser, and log people out",
    details: [
      Phrase(
        "Lists the logins on the page of regapp serve: each has an account, the hosts at which its "
          + "browser has a session, when it began and until when it lasts, and whether it is kept when "
          + "the browser ends. With NAME, those of these accounts; with --host, those that have a "
          + "session there. The six letters behind the account are the login's ID."),
      Phrase(
        "--end ends them, after asking: each is refused at every host from its next request on. "
          + "Without NAME it ends all, as after a backup was restored. With an ID, the word behind "
          + "--end, it ends that login of NAME alone, without asking. A new password, disable, a day "
          + "and remove end the logins of an account by themselves."),
    ].joined(separator: "\n\n"),
    positionals: [.accounts(isRequired: false)],
    options: [
      host.spec,
      OptionSpec(
        "--end", "ID", isValueOptional: true, help: "end these logins, or the one with this ID"),
      OptionSpec("--yes", help: "do not ask"),
    ],
    examples: [
      "regapp sessions", "regapp sessions ada@example.com --json",
      "regapp sessions --host wiki.example.com", "regapp sessions ada@example.com --end",
      "regapp sessions ada@example.com --end kqzfwp", "regapp sessions --end --yes",
    ],
    run: sessions)

  private static let host = TypedOption(
    OptionSpec("--host", "HOST", help: "only logins with a session at this host")
  ) { text in
    do throws(GuardedHostFault) { return try GuardedHost(text).text } catch {
      throw Report(.usage, "usage", [error.message(of: Phrase(same: "--host"))])
    }
  }

  private static func sessions(_ invocation: Invocation) async throws {
    let arguments = invocation.arguments
    let names = try arguments.accounts(of: "sessions")
    let host = try arguments[host]
    guard arguments.has("--end") || !arguments.has("--yes") else {
      throw Report.usage("--yes needs --end", hint: "regapp sessions --end --yes ends all logins")
    }
    let id = arguments.optionalValue(of: "--end")
    if id != nil, names.count != 1 {
      throw Report.usage(
        "the word behind --end is a login's ID, which needs exactly one NAME",
        hint: "write regapp sessions NAME --end ID, or regapp sessions NAME --end for all of them")
    }
    try await invocation.requireFile()
    if let id, let name = names.first { return try await end(id, of: name, at: host, invocation) }
    let registry = invocation.registry
    let whose = names.isEmpty ? nil : names
    guard arguments.has("--end") else {
      return try print(try await registry.logins(of: whose, at: host), invocation)
    }
    if !arguments.has("--yes") {
      let logins = try await registry.loginsToEnd(of: whose, at: host)
      guard invocation.mayAsk else {
        throw Report.usage(
          "sessions --end asks for confirmation, which is not possible here", hint: "give --yes")
      }
      if !logins.isEmpty {
        let owners =
          names.isEmpty ? Phrase(same: "") : Phrase(" of \(Phrase.names(names))\(as: "logins")")
        let question =
          Phrase("End \(logins.count, "login") in browsers") + owners + Phrase(same: "?")
        guard try await invocation.agrees(to: question) else {
          invocation.say("nothing was ended")
          throw ProgramEnd(code: .no)
        }
      }
    }
    var notices: [Notice] = []
    let ended = try await registry.endLogins(of: whose, at: host) { notices.append($0) }
    for notice in notices { invocation.warn(of: notice) }
    if !ended.isEmpty {
      invocation.say(Notice.ended(logins: ended.count))
    } else if notices.isEmpty {
      invocation.say(Done.nothing)
    }
    try invocation.print(json: .object([.init("ended", .integer(ended.count))]))
  }

  /// Ends the login of an account with an ID. It was chosen by its letters: nothing is asked.
  private static func end(
    _ id: String, of name: String, at host: String?, _ invocation: Invocation
  ) async throws {
    let end = try await invocation.registry.endLogin(id, of: name, at: host) {
      invocation.warn(of: $0)
    }
    let list = Phrase("see its logins: regapp sessions \(commandWord(name))")
    switch end {
    case .ended:
      invocation.say(Notice.ended(logins: 1))
      try invocation.print(json: .object([.init("ended", .integer(1))]))
    case .unknown:
      throw Report(
        .no, "noSuchLogin", "\(visible(name)) has no login with the ID '\(visible(id))'",
        hint: list)
    case .ambiguous(let count):
      throw Report(
        .no, "ambiguousLogin",
        "\(count, "login") of \(visible(name)) have the ID '\(visible(id))', and none was ended",
        hint: "end all of its logins: regapp sessions \(commandWord(name)) --end")
    }
  }

  private static func print(_ logins: [BrowserLogin], _ invocation: Invocation) throws {
    if invocation.isJSON {
      return try invocation.print(json: .array(logins.map { .object($0.members) }))
    }
    if logins.isEmpty { return invocation.say("nobody is logged in in a browser") }
    let words = { (phrase: Phrase) in phrase[invocation.language] }
    let time = { invocation.world.localTime.minute($0) ?? "?" }
    let rows = logins.map { login in
      [
        visible(login.account), login.shortName,
        login.hosts.map { visible($0) }.joined(separator: ", "),
        words(Phrase("since \(time(login.begun))")),
        words(
          login.isKept
            ? Phrase("until \(time(login.ends)), kept") : Phrase("until \(time(login.ends))")),
        visible(login.browser),
      ]
    }
    for line in aligned(rows) { try invocation.console.write(line + "\n") }
  }
}

extension BrowserLogin {
  fileprivate var members: [JSONLiteral.Member] {
    func time(_ seconds: Int) -> JSONLiteral {
      LocalTime.utc(seconds).map { .string($0) } ?? .null
    }
    return [
      .init("account", .string(account)), .init("login", .string(shortName)),
      .init("hosts", .array(hosts.map { .string($0) })),
      .init("begun", time(begun)), .init("until", time(ends)), .init("kept", .bool(isKept)),
      .init("browser", .string(browser)),
    ]
  }
}
