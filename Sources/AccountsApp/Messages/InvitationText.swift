import AccountsFile
import CommandKit
import LosslessJSON

/// Invitations as links or as mails, or as codes if no address is known. No dump shows one.
struct InvitationText: Sendable {
  private let invitations: [Invitation]
  private let address: ServeAddress?
  private let mail: InvitationMail?

  /// The variable that has the address of the page.
  static let variable = "REGAPP_SERVE_URL"

  /// - Parameter mail: the mail to print for each, around its link; nil to print the links.
  init(_ invitations: [Invitation], at address: ServeAddress?, in mail: InvitationMail? = nil) {
    (self.invitations, self.address, self.mail) = (invitations, address, mail)
  }

  var isEmpty: Bool { invitations.isEmpty }

  /// The text to hand over for an invitation: the link, or the code.
  private func secret(of one: Invitation) -> String {
    address?.link(to: one.account, code: one.code) ?? one.code.text ?? ""
  }

  /// The lines of stdout: the link alone, or a name, a tab and a link each, or the mails.
  func lines(isAlone: Bool) -> String {
    if let mail {
      let mails = invitations.map { mail.text(of: $0, link: secret(of: $0)) }
      return mails.joined(separator: InvitationMail.separator)
    }
    if isAlone, let one = invitations.first { return secret(of: one) + "\n" }
    return invitations.map { "\($0.account)\t\(secret(of: $0))\n" }.joined()
  }

  var json: JSONLiteral {
    .array(
      invitations.map { one in
        let known = [
          ("account", one.account), ("email", one.email), ("firstName", one.firstName),
          ("lastName", one.lastName), (address == nil ? "code" : "link", secret(of: one)),
          ("invitedUntil", one.until.description),
          ("mail", mail?.text(of: one, link: secret(of: one))),
        ]
        return .object(known.compactMap { key, text in text.map { .init(key, .string($0)) } })
      })
  }

  /// The sentence that says what was done.
  var done: Phrase {
    let who = Phrase.several(invitations.map(\.account))
    let day = invitations.first?.until.description ?? ""
    return Phrase("invited \(who) until \(day)")
  }

  /// Says until when the invitations are good, how to have links if there are codes, and which
  /// mails have no address.
  func say(_ invocation: Invocation) {
    guard !isEmpty else { return }
    invocation.say(done)
    if address == nil {
      invocation.hint(
        Phrase(
          "no address of a page is known, so these are codes for regapp login: give --url URL, set "
            + "\(Self.variable), or write \"serve\": {\"url\": …} into the rulebook"))
    }
    let unaddressed = mail == nil ? [] : invitations.filter { $0.email == nil }.map(\.account)
    if !unaddressed.isEmpty {
      invocation.warn("no email, so the mail has no To: \(Phrase.names(unaddressed))")
    }
  }

  /// Prints what only this output has: that nobody reads it is an error too.
  func deliver(
    after done: Phrase, _ invocation: Invocation, _ print: () throws -> Void
  ) throws {
    try invocation.deliver(
      saying: { Phrase("\(done), but the invitation was not printed: \($0)") },
      hint: Phrase("make another one: regapp invite NAME"), print)
  }

  /// Prints the result of a command.
  func print(
    _ notices: [Notice], isAlone: Bool, after done: Phrase, _ invocation: Invocation
  ) throws {
    // An account is there before it is invited.
    let creations = notices.filter { if case .created = $0 { true } else { false } }
    for notice in creations { invocation.say(notice.message) }
    say(invocation)
    try invocation.finish(notices.filter { !creations.contains($0) }) {
      try deliver(after: done, invocation) {
        if invocation.isJSON {
          try invocation.print(json: json)
        } else {
          try invocation.console.write(lines(isAlone: isAlone))
        }
      }
    }
  }

  /// The code or link that a screen shows; nil if there are several.
  var shown: ShownPassword? {
    guard invitations.count == 1, let one = invitations.first else { return nil }
    return ShownPassword(
      name: one.account, password: one.code,
      invitation: .init(text: secret(of: one), isLink: address != nil, until: one.until))
  }
}

extension InvitationText: Redacted {
  var description: String { "\(invitations.count) invitations" }
}

extension Report {
  /// The accounts that cannot be invited, each with what is in the way.
  init(
    _ accounts: [Uninvited],
    hint: Phrase = Phrase("nobody was invited; put that right first, or leave these accounts out")
  ) {
    let items = accounts.map { account in
      Report.Item(
        field: nil, rule: account.state.rawValue, message: account.reason,
        more: [.init("account", .string(account.name))], sentence: account.words)
    }
    self.init(
      .invalid, "cannotInvite", [], hint: hint, items: items, listing: .each)
  }
}

extension Uninvited {
  /// Why its owner cannot be invited.
  fileprivate var reason: Phrase {
    problems.first.map { Phrase("\(state.name): \($0.message)") } ?? state.name
  }

  /// The account, with why its owner cannot be invited.
  var words: Phrase { Phrase(same: "\(visible(name)): ") + reason }
}
