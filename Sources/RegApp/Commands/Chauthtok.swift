import AccountsFile
import CommandKit

extension Commands {
  static let chauthtok = Command(
    name: "chauthtok", summary: "change a password for PAM, after the old one",
    details: [
      Phrase(
        "pam_regapp runs it where PAM_TYPE is password; people use regapp login and regapp edit. "
          + "The name is in PAM_USER. The old and the new password come on stdin, each followed by "
          + "a NUL. The old one is checked as at a login, and failures count like that; the new "
          + "one follows the rulebook. It takes away the mark that the password must be changed, "
          + "and neither a lock nor what disables an account."),
      Phrase(
        "The exit is 0 if the new password is set, 1 if the old one is wrong, 65 if the new one "
          + "breaks a rule, 67 with --without-old if there is no account, 77 if it may not log in. "
          + "What it says is for the person who types."),
    ].joined(separator: "\n\n"),
    options: [
      TypedOption.minuid.spec, .uncounted,
      OptionSpec("--without-old", help: "as root: the new password alone; the mark stays as it is"),
    ],
    examples: ["regapp chauthtok --documents /srv/accounts"],
    run: chauthtok)

  private static func chauthtok(_ invocation: Invocation) async throws {
    let pam = try PAMRequest(invocation, isToSet: true)
    let isWithoutOld = invocation.arguments.has("--without-old")
    let passwords = try PAMRequest.passwords(isWithoutOld ? 1 : 2, invocation)
    do {
      guard !pam.isNobody else {
        if !isWithoutOld {
          try await pam.registry.refuseUnknown(from: pam.origin, warn: invocation.warn(of:))
        }
        throw try await pam.unknown
      }
      let notices: [Notice]
      if isWithoutOld {
        let named = pam.named
        var request = EditRequest(account: try await pam.registry.name(of: named))
        request.password = passwords[0]
        // Whoever is logged in here, it is not the owner who asks.
        if try await pam.registry.standing(of: named).mustChangePassword {
          request.fields[.mustChange] = .set("true")
        }
        notices = try await invocation.registry.edit(request).notices
      } else {
        notices = try await pam.registry.changePassword(
          pam.login(passwords[0]), to: passwords[1],
          warn: invocation.warn(of:)
        ).notices
      }
      for notice in notices { invocation.console.say(notice.message[invocation.language] + "\n") }
    } catch AccountsError.loginFailed, AccountsError.nobodyRegistered {
      throw Ending(code: .no)
    } catch let error as AccountsError where error.isMissingStore {
      throw error.forPAM
    } catch AccountsError.accountClosed {
      throw AccountsError.refused(.closed)
    } catch AccountsError.invalid(let problems) where problems.contains(where: { $0.place != nil })
    {
      // It is the account that is wrong. Where in the file is nothing for who logs in.
      throw AccountsError.refused(.closed)
    } catch let error as AccountsError where invocation.isJSON {
      throw error
    } catch let error as AccountsError {
      let report = Report(error)
      for line in report.placedLines {
        invocation.console.say(line.title[invocation.language] + "\n")
      }
      throw Ending(code: report.code)
    }
  }
}
