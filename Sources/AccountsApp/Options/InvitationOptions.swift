package import AccountsFile
package import CommandKit

/// How long an invitation is good, and where its link leads: `invite`, and `--invite` of `register`
/// and `import`.
package struct InvitationOptions {
  /// The last day on which the code is good.
  let lastDay: CalendarDay
  /// Whether mails are printed in place of links.
  private let printsMails: Bool

  /// For how many days an invitation is good if nothing else is said.
  static let usualDays = 7

  static let days = TypedOption<Int>(
    OptionSpec(
      "--days", "N", excludes: ["--until"],
      help: "for how many days the invitation is good: 1 to 90 (default 7)")
  ) { typed in
    let count = try Arguments.count(typed, as: "--days", hint: Phrase("write --days 7"))
    guard (1...Invitation.mostDays).contains(count) else {
      throw Report.usage(
        "--days must be from 1 to \(Invitation.mostDays), not \(count)", hint: "write --days 7")
    }
    return count
  }

  static let until = TypedOption.day(
    "--until", excludes: ["--days"],
    help: "the last day on which the invitation is good, at most 90 days ahead")

  package static let url = address("--url", "the address of the page, before the link's own part")

  /// For the beginning of a rulebook.
  static let serveURL = address("--serve-url", "the address of the page on which passwords are set")

  /// Likewise, once for each host.
  static let serveHost = OptionSpec(
    "--serve-host", "HOST", isRepeated: true,
    help: "a host that is guarded, which everybody may enter; may be repeated")

  private static let mail = OptionSpec(
    "--mail", help: "print a mail for each, with its link, for sendmail -t")

  /// The options of `invite`.
  static let all = [days.spec, until.spec, url.spec, mail]

  /// The options of a command that adds accounts and can invite their owners.
  static let withInvite =
    [
      OptionSpec(
        "--invite",
        excludes: ["--generate", "--password", "--password-stdin"] + OptionSpec.marks.map(\.name),
        help: "print a link with which the owner sets the password")
    ] + all

  private static func address(_ name: String, _ help: Words) -> TypedOption<ServeAddress> {
    TypedOption(OptionSpec(name, "URL", help: help)) { typed in
      guard let address = ServeAddress(typed) else { throw wrong(Phrase(same: name), typed) }
      return address
    }
  }

  private static func wrong(_ name: Phrase, _ typed: String) -> Report {
    let isASCII = typed.utf8.allSatisfy { $0 < 0x80 }
    return Report(
      .usage, "usage", [ServeAddress.message(of: name)],
      hint: isASCII
        ? Phrase("write it as https://example.com/account/")
        : Phrase(
          "write the host as xn--…, and other letters beyond ASCII as %…, as browsers copy it"))
  }

  private static var tooLate: Report {
    let rule = FieldRule.atMostDaysAhead(Invitation.mostDays)
    return Report(
      .usage, "usage", [rule.message(of: Phrase(same: "--until"))],
      hint: Phrase("an invitation that is over can be made again"))
  }

  init(_ invocation: Invocation) throws {
    let today = invocation.today
    printsMails = invocation.arguments.has(Self.mail.name)
    if let day = try invocation.arguments[Self.until] {
      guard day >= today, today.adding(days: Invitation.mostDays).map({ day <= $0 }) ?? true else {
        throw Self.tooLate
      }
      lastDay = day
    } else {
      let count = try invocation.arguments[Self.days] ?? Self.usualDays
      lastDay = today.adding(days: count) ?? today
    }
  }

  /// Nil if the option that invites was not given, which the others need.
  init?(_ invocation: Invocation, needing option: String) throws {
    guard invocation.arguments.has(option) else {
      if let other = Self.all.first(where: { invocation.arguments.has($0.name) }) {
        throw Report.usage(
          "\(other.name) needs \(option)", hint: "it says how the owners are invited")
      }
      return nil
    }
    try self.init(invocation)
  }

  /// The address of the page: of the option, else of the variable, else of the rulebook; nil if
  /// none is known.
  func address(under rulebook: Rulebook, _ invocation: Invocation) throws -> ServeAddress? {
    try invocation.arguments[Self.url]
      ?? Self.address(in: invocation.context.environment, under: rulebook)
  }

  /// The mails to print in place of links; nil for links. Throws if no address is known.
  func mail(
    at address: ServeAddress?, under rulebook: Rulebook, _ invocation: Invocation
  ) throws -> InvitationMail? {
    guard printsMails else { return nil }
    guard let address else {
      throw Report.usage(
        "--mail needs the address of the page, which the link begins with",
        hint: Phrase(
          "give --url URL, set \(InvitationText.variable), or write \"serve\": {\"url\": …} into the "
            + "rulebook"))
    }
    // A mail is for a person, also in JSON.
    return InvitationMail(
      rulebook.serve, at: address, in: invocation.context.language(isJSON: false))
  }

  /// The address of the page, of the variable, else of the rulebook.
  package static func address(
    in environment: Environment, under rulebook: Rulebook
  ) throws -> ServeAddress? {
    guard let text = environment[InvitationText.variable], !text.isEmpty else {
      return rulebook.serve.url
    }
    guard let address = ServeAddress(text) else {
      throw wrong(Phrase(same: InvitationText.variable), text)
    }
    return address
  }
}

extension ServeAddress {
  /// The message about a text that is not a valid address.
  static func message(of subject: Phrase) -> Phrase {
    about(
      subject,
      "must be https://… (or http:// of localhost), without a user, a query or a fragment")
  }
}
