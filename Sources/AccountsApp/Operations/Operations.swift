import AccountsFile
import CommandKit
import LosslessJSON
import Terminal

/// The table of operations. To add one, add its value, and its name to a list.
extension Operation {
  /// Operations on one account or on several, in the order of the key line.
  static let ofAccounts = [disable, enable, logOut, groups, password, mustChange, invite, remove]

  // MARK: States

  static let disable = Operation(
    name: "disable", letter: "o", does: Phrase("disable"),
    helpText: Phrase("disable: no login from now on"),
    firstStep: .line(
      Line(
        title: Phrase("Disable"), question: { Phrase("Why is \($0) disabled?") },
        does: Phrase("[Enter] Disable"), explains: Phrase("The reason may be left out.")),
      Confirmation(
        title: Phrase("Disable"),
        text: {
          let who = $0.words
          return $1.isEmpty
            ? Phrase("Disable \(who)?") : Phrase("Disable \(who)? The reason: \(visible($1))")
        },
        yes: Phrase("disable").title)),
    busy: Busy("disabling", canStop: true),
    declare: { run in
      Command(
        name: "disable", summary: "keep accounts from logging in, for good or until a day",
        details: Phrase(
          "An account stays as it is otherwise; regapp enable lets it log in again. With --until it "
            + "can log in again from that day on, without a further command. Only who knows the "
            + "password is told that the account is disabled, and nobody the reason. "
            + "Of several accounts all are disabled, or none."),
        positionals: [.accounts()],
        options: [.field(.disabled), until.spec],
        examples: [
          "regapp disable ada@example.com --reason 'left in May'",
          "regapp disable ada@example.com --until 2027-01-01",
          "regapp disable ada@example.com bob@example.com",
        ],
        run: run)
    },
    read: { Input(text: $0[.field(.disabled)], day: try $0[until]) },
    explain: { problem, name, input in
      switch problem.rule {
      case .field(.disabledForm):
        (
          Phrase("--reason needs a reason"),
          Phrase("write --reason TEXT, or leave it out; regapp enable \(name) ends the disabling")
        )
      case .field(.inFuture):
        (
          problem.rule.message(of: Phrase(same: "--until")),
          Phrase("give the first day on which to log in again")
        )
      case .field(.dateOrder) where input.day != nil:
        (
          Phrase("the account ends before that day"),
          Phrase(
            "give it a later end: regapp edit --account \(name) --valid-until YYYY-MM-DD")
        )
      default: nil
      }
    },
    run: { registry, names, input throws(AccountsError) in
      let done = try await registry.disable(
        names, reason: input.text, until: input.day)
      var result = Done(done, of: names, ofOne: { $0.words($1, isEnabled: false) }) {
        Phrase("disabled \($0)\(as: "what was done")")
      }
      if input.day != nil, let one = done.value.first, [.disabled, .locked].contains(one.after) {
        let name = visible(shown(names, [one.account])[0])
        result.lines.append(
          Phrase(
            "it stays \(one.after.name) after that day: run regapp enable \(name) first, then this "
              + "again"))
      }
      return result
    })

  private static let until = TypedOption.day(
    "--until", excludes: [OptionSpec.field(.disabled).name],
    help: "the first day on which to log in again, YYYY-MM-DD")

  static let enable = Operation(
    name: "enable", letter: "n", does: Phrase("enable"),
    helpText: Phrase("enable: login is possible again"),
    disabledReason: {
      $0.nameOff()
        ?? ($0.contains(.isLockedWithoutHash)
          ? FieldRule.lockedWithoutHash.message(of: Field.password.name) : nil)
    },
    firstStep: .yesOnScreens(
      Confirmation(
        title: Phrase("Enable\(as: "a title")"),
        text: { accounts, _ in Phrase("Enable \(accounts.words)?") },
        yes: Phrase("enable").title)),
    busy: Busy("enabling", canStop: true),
    declare: { run in
      Command(
        name: "enable", summary: "let accounts log in again",
        details: Phrase(
          "It takes away what disables an account, a lock before its password hash, a first day that "
            + "is still to come, and a last day that is over. It forgets failed logins, so that nobody "
            + "has to wait for the account any more. Of several accounts all are enabled, or none."),
        positionals: [.accounts()],
        examples: ["regapp enable ada@example.com"], run: run)
    },
    explain: { problem, name, _ in
      problem.rule == .field(.lockedWithoutHash)
        ? (
          problem.message,
          Phrase("regapp edit --account \(name) --generate sets a new password")
        ) : nil
    },
    run: { registry, names, input throws(AccountsError) in
      let done = try await registry.enable(names)
      return Done(done, of: names, ofOne: { $0.words($1, isEnabled: true) }) {
        Phrase("enabled \($0)\(as: "what was done")")
      }
    })

  /// The screens' way to `sessions --end`, which has more to choose from.
  static let logOut = Operation(
    name: "sessions", letter: "k", does: Phrase("end logins"),
    helpText: Phrase("log out in all browsers"),
    isKept: nil,
    firstStep: .yesOnScreens(
      Confirmation(
        title: Phrase("Log out in browsers"),
        text: { accounts, _ in Phrase("End all logins of \(accounts.words) in browsers?") },
        yes: Phrase("log out").title)),
    busy: Busy("ending logins in browsers", canStop: true),
    run: { registry, names, _ throws(AccountsError) in
      var notices: [Notice] = []
      let ended = try await registry.endLogins(of: names) { notices.append($0) }
      guard !ended.isEmpty else {
        return Done(
          screenLines: [Phrase("Nobody was logged in in a browser.")], notices: notices,
          isNothing: true)
      }
      return Done(lines: [Notice.ended(logins: ended.count)], notices: notices)
    })

  // MARK: Groups and passwords

  static let groups = Operation(
    name: "groups", letter: "g", does: Phrase("groups"), helpText: Phrase("add and remove groups"),
    disabledReason: { $0.nameOff() ?? $0.fieldsOff(besides: .hasBrokenGroups) },
    firstStep: .line(
      Line(
        title: Field.groups.title, question: { Phrase("Groups of \($0):") },
        does: Phrase("[Enter] Change"),
        explains: Phrase("Groups to add; with a minus, to remove: ops, -interns"),
        completion: .groups,
        problem: { GroupsChange($0) == nil ? Phrase("name a group") : nil }),
      Confirmation(
        title: Field.groups.title,
        text: {
          Phrase(
            "Change the groups of \($0.words): \(GroupsChange($1)?.words ?? Phrase(same: ""))?")
        },
        yes: Phrase("Change"))),
    busy: Busy("changing the groups", canStop: true),
    run: { registry, names, input throws(AccountsError) in
      guard let groups = GroupsChange(input.text ?? "") else { throw .internalFault }
      let done = try await registry.changeGroups(
        of: names, adding: groups.added, removing: groups.removed)
      return Done(groupsOf: done, names)
    })

  static let password = Operation(
    name: "password", letter: "p", does: Phrase("password"),
    helpText: Phrase("set a new password, typed or generated"),
    disabledReason: { $0.nameOff() ?? $0.fieldsOff(besides: .hasBrokenPassword) },
    firstStep: .form(of: [.password]), busy: Busy("setting the password"),
    run: { registry, names, _ throws(AccountsError) in
      guard let name = names.first else { throw .internalFault }
      var request = EditRequest(account: name)
      let generated = try await registry.generatedPassword(for: request)
      request.password = PasswordEntry(generated.text)
      if generated.mustChange { request.fields[.mustChange] = .set("true") }
      let shown = ShownPassword(name: name, password: generated.text)
      return try await Done(shown, screenLines: [shown.sentence]) { () throws(AccountsError) in
        try await registry.edit(request).notices
      }
    })

  static let mustChange = Operation(
    name: "mustChange", letter: "m", does: Phrase("must change"),
    helpText: Phrase("have the password changed at the next login"),
    isKept: nil,
    firstStep: .yesOnScreens(
      Confirmation(
        title: Phrase("Password change"),
        text: { accounts, _ in
          Phrase("Have the password of \(accounts.words) changed at the next login?")
        },
        yes: Phrase("Require"))),
    busy: Busy("requiring a new password", canStop: true),
    run: { registry, names, input throws(AccountsError) in
      let done = try await registry.setMustChange(true, of: names)
      return Done(done, of: names) { Phrase("the next login sets a new password: \($0)") }
    })

  /// On the screens; the command has a body of its own, in Invite.swift.
  static let invite = Operation(
    name: "invite", letter: "v", does: Phrase("invite"),
    helpText: Phrase("invite: a link or a code with which the owner sets a password"),
    isKept: nil,
    disabledReason: { $0.nameOff() ?? $0.invitationOff },
    firstStep: .yes(
      Confirmation(
        title: Phrase("Invite\(as: "a title")"),
        text: { accounts, _ in
          accounts.isOne
            ? Phrase("Invite \(accounts.words)? The password ends now; undo brings it back.")
            : Phrase(
              "Invite \(accounts.words)? Their passwords, and links that were sent, end now; undo brings "
                + "them back.")
        },
        yes: Phrase("invite").title, destroys: true)),
    ifInvited: Confirmation(
      title: Phrase("Invite\(as: "a title")"),
      text: { accounts, _ in
        accounts.isOne
          ? Phrase(
            "Invite \(accounts.words) again? The link that was sent ends now; undo brings it back.")
          : Phrase(
            "Invite \(accounts.words) again? The links that were sent end now; undo brings them back."
          )
      },
      yes: Phrase("New link"), destroys: true, other: (Phrase("End it"), { .uninvite })),
    busy: Busy("inviting", canStop: true),
    run: { registry, names, input throws(AccountsError) in
      let today = registry.today()
      let last = today.adding(days: InvitationOptions.usualDays) ?? today
      let rulebook = try await registry.rulebook()
      let done = try await registry.invite(names, until: last)
      let text = InvitationText(done.value, at: input.address ?? rulebook.serve.url)
      var result = Done(lines: [text.done], notices: done.notices)
      result.generated = text.shown
      if result.generated == nil { result.invitations = text }
      return result
    })

  // MARK: The end of an account

  static let remove = Operation(
    name: "remove", letter: "x", otherKey: .delete, does: Phrase("remove"),
    helpText: Phrase("remove, after asking (Delete)"),
    removes: true,
    firstStep: .yes(
      Confirmation(
        title: Phrase("Remove\(as: "a title")"),
        text: { accounts, _ in
          accounts.isOne
            ? Phrase(
              "Remove the account \(accounts.words)? Its name is free then; disable keeps it.")
            : Phrase("Remove \(accounts.words)? Their names are free then; disable keeps them.")
        },
        yes: Phrase("remove").title, no: Phrase.keep, destroys: true)),
    busy: Busy("removing", canStop: true),
    declare: { run in
      Command(
        name: "remove", summary: "remove an account, after asking",
        positionals: [.account()],
        options: [OptionSpec("--yes", help: "do not ask")],
        examples: ["regapp remove ada@example.com", "regapp remove ada@example.com --yes"],
        run: run)
    },
    run: { registry, names, input throws(AccountsError) in
      let removed = try await registry.remove(names)
      let who = Phrase.several(shown(names, removed.value))
      var done = Done(
        lines: [Phrase("removed \(who)")],
        screenLines: [Phrase("Removed \(who); L, then U, undoes it.")],
        accounts: removed.value)
      var (comesBack, withoutComments) = (true, Phrase(same: ""))
      for notice in removed.notices {
        switch notice {
        case .commentsGone:
          withoutComments = Phrase(", without its comments")
          done.screenLines?.append(notice.message.sentence)
          continue
        case .notInHistory, .cannotBeUndone: comesBack = false
        default: break
        }
        done.notices.append(notice)
      }
      if comesBack {
        done.hint =
          Phrase("regapp undo brings it back") + withoutComments
          + Phrase(
            "; the history keeps its values for 400 days, or until regapp history --forget \(who)")
      }
      return done
    })
}

extension Operation {
  /// The names of accounts; of closed ones, those by which they were named.
  static func shown(_ names: [String], _ accounts: [StoredAccount]) -> [String] {
    zip(names, accounts).map { $1.account?.name.text ?? $0 }
  }
}
