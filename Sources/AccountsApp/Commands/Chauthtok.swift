import AccountsFile
import CommandKit

extension Commands {
  static let chauthtok = Command(
    name: "chauthtok", summary: "change a password after the old one, at a terminal or for PAM",
    details: [
      Phrase(
        "At a terminal it asks for the name, unless PAM_USER has it, for the old password, and, if "
          + "that is right, for the new one twice. It gives up when nothing is typed for a minute. "
          + "PAM_SERVICE and PAM_RHOST, if they are set, go into the record of logins."),
      Phrase(
        "pam_regapp runs it with PAM_TYPE=password. "
          + "The name is in PAM_USER. The old and the new password come on stdin, each followed by "
          + "a NUL. The old one is checked as at a login, and failures count like that; the new "
          + "one follows the rulebook. It takes away the mark that the password must be changed, "
          + "and neither a lock nor what disables an account. The old one may be the code of an "
          + "invitation, which ends; what the account of who is invited lacks cannot be given here."
      ),
      Phrase(
        "The exit is 0 if the new password is set, 1 if the old one is wrong or the account lacks a "
          + "required field, 65 if the new one "
          + "breaks a rule, 67 with --without-old if there is no account, 77 if it may not log in. "
          + "Its messages are for the person who types."),
    ].joined(separator: "\n\n"),
    options: [
      TypedOption.minuid.spec, .uncounted,
      OptionSpec("--without-old", help: "as root: the new password alone; the mark stays as it is"),
    ],
    examples: ["regapp chauthtok --documents /srv/accounts"],
    run: chauthtok)

  private static func chauthtok(_ invocation: Invocation) async throws {
    let isOfPAM = invocation.context.environment["PAM_TYPE"] != nil || !invocation.mayAsk
    do {
      let notices =
        isOfPAM
        ? try await Waiting.ofLogin { try await setForPAM(invocation) }
        : try await askAndSet(invocation)
      for notice in notices {
        invocation.console.say(notice.message[invocation.language] + "\n")
      }
    } catch ConsoleError.unanswered {
      invocation.say("nothing was typed for a minute; nothing was changed")
      throw ProgramEnd(code: .no)
    } catch let error as AccountsError {
      switch error {
      case .loginFailed, .nobodyRegistered:
        if !isOfPAM { invocation.say("the name or the old password is wrong; nothing was changed") }
        throw ProgramEnd(code: .no)
      case let error where error.isMissingStore:
        throw error.forPAM
      case .invalid(let problems) where problems.contains(where: \.lacksField):
        for problem in problems where problem.lacksField {
          invocation.console.say(
            Phrase(
              "\(problem.message): use the link of the invitation, or ask an administrator"
            ).title[invocation.language] + "\n")
        }
        throw ProgramEnd(code: .no)
      case .accountClosed:
        throw AccountsError.refused(.closed)
      case .invalid(let problems) where problems.contains { $0.place != nil }:
        // The account is wrong. Its place in the file does not concern the person who logs in.
        throw AccountsError.refused(.closed)
      case let error where invocation.isJSON:
        throw error
      default:
        let report = Report(error)
        for line in report.placedLines {
          invocation.console.say(line.title[invocation.language] + "\n")
        }
        throw ProgramEnd(code: report.code)
      }
    }
  }

  private static func setForPAM(_ invocation: Invocation) async throws -> [Notice] {
    let pam = try PAMRequest(invocation, isToSet: true)
    let isWithoutOld = invocation.arguments.has("--without-old")
    let passwords = try PAMRequest.passwords(isWithoutOld ? 1 : 2, invocation)
    guard !pam.isNobody else {
      guard !isWithoutOld else { throw try await pam.unknown }
      do throws(AccountsError) {
        try await pam.refuse(pam.login(passwords[0]), warn: invocation.warn(of:))
      } catch .loginFailed, .nobodyRegistered {}
      throw try await pam.unknown
    }
    if try await pam.isRefused() { throw PAMRequest.ownName }
    guard isWithoutOld else {
      return try await pam.registry.changePassword(
        pam.login(passwords[0]), to: passwords[1], warn: invocation.warn(of:)
      ).notices
    }
    let named = pam.named
    var request = EditRequest(account: try await pam.registry.name(of: named))
    request.password = passwords[0]
    // The asker is not the owner, even if the owner is logged in here.
    if try await pam.registry.standing(of: named).mustChangePassword {
      request.fields[.mustChange] = .set("true")
    }
    return try await invocation.registry.via(.pam).edit(request).notices
  }

  /// The time for an answer: a terminal that was left keeps no process.
  private static let seconds = 60

  /// Asks for the name and the old password, proves it, and asks for a new one. Whether the account
  /// exists is not told.
  private static func askAndSet(_ invocation: Invocation) async throws -> [Notice] {
    guard !invocation.arguments.has("--without-old") else {
      throw Report.usage(
        "--without-old is for PAM alone",
        hint: "an administrator sets a password with regapp edit --account NAME --password")
    }
    invocation.console.limitQuestions(Self.seconds)
    let pam = try await PAMRequest(ofPersonAt: invocation)
    let rulebook = try await pam.registry.rulebook()
    guard let old = try await invocation.askSecretly(Phrase("Old password: ")) else {
      throw ConsoleError.interrupted
    }
    let request = pam.login(PasswordEntry(bytes: old))
    guard try await !pam.isRefused() else {
      try await pam.refuse(request, warn: invocation.warn(of:))
      throw AccountsError.loginFailed
    }
    let proof = try await pam.registry.proof(of: request, warn: invocation.warn(of:))
    let missing = proof.missing
    guard missing.isEmpty else {
      throw AccountsError.invalid(missing.map { Problem(.field($0), .field(.required)) })
    }
    var form = PlainForm(
      .renew(request, under: rulebook, today: invocation.today), invocation)
    guard try await form.fill(), let new = form.form.password else {
      invocation.say("nothing was changed")
      throw ProgramEnd(code: .no)
    }
    let notices = try await pam.registry.changePassword(proof, to: new).notices
    invocation.say("password changed")
    return notices
  }
}

extension Problem {
  /// True if an account lacks a field that it must have, but for its password.
  fileprivate var lacksField: Bool {
    rule == .field(.required) && subject != .field(.password) && place == nil
  }
}
