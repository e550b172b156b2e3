import AccountsFile
import CommandKit

extension Commands {
  static let chauthtok = Command(
    name: "chauthtok", summary: "change a password after the old one, for PAM",
    details: [
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
    do {
      let notices = try await Waiting.ofLogin { try await setForPAM(invocation) }
      for notice in notices {
        invocation.console.say(notice.message[invocation.language] + "\n")
      }
    } catch let error as AccountsError {
      switch error {
      case .loginFailed, .nobodyRegistered:
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
}

extension Problem {
  /// True if an account lacks a field that it must have, but for its password.
  fileprivate var lacksField: Bool {
    rule == .field(.required) && subject != .field(.password) && place == nil
  }
}
