import AccountsFile
import CommandKit
import ScreenKit

/// The list of accounts, and what is done to one or several.
extension ScreenText {
  static let accounts = Phrase("Accounts")
  static let name = Phrase("Name")
  static let state = Phrase("State")
  static let lastLogin = Phrase("Last login")
  static let searchForm = Phrase(
    "text, state:disabled, group:ops, weak, hash:bcrypt, inactive:90, seen")
  static let tellsSearch = Phrase(
    "search: a text, state:disabled, group:ops, weak, hash:bcrypt, inactive:90, never-seen, seen")
  static let noAccounts = Phrase("no accounts yet")
  static let nobodyFits = Phrase("no matching accounts")
  static let addOrImport = Phrase("A adds one, I imports them from a file")
  static func escapeShows(_ total: Int?) -> Phrase {
    guard let total else { return Phrase("Esc shows all") }
    return Phrase("Esc shows all \(total)")
  }
  static let searching = Phrase("searching…")
  static func isNotListed(_ name: String) -> Phrase {
    Phrase(
      "\(visible(name)) was changed elsewhere and is no longer in this list: choose an account."
    )
  }
  static func notMeant(_ names: [String]) -> Phrase {
    Phrase("Not the accounts that were marked any more, and left alone: \(Self.names(names)).")
  }
  static let waitsForFile = Phrase("Marks and search stay; nothing is written until it is back.")
  static let showAll = Phrase("show all")
  static let noAccountThere = Phrase("No account is selected.")

  static func count(_ count: Int, of total: Int?, marked: Int) -> Phrase {
    let isPart = total.map { $0 != count } ?? false
    let all = isPart ? Phrase("\(count) of \(total ?? 0)") : Phrase(same: "\(count)")
    guard marked > 0 else { return all }
    return Phrase("\(marked) marked, \(all)")
  }

  static func place(_ row: Int, of count: Int) -> Phrase {
    Phrase("\(row) of \(count)")
  }

  // MARK: What was done

  static func disabled(_ all: [StateChange]) -> Phrase {
    let changes = all.filter { !$0.fields.isEmpty }
    if let one = only(changes, of: all, isEnabled: false) { return one }
    return Phrase("Disabled \(changes.count, "account").")
  }

  static func enabled(_ all: [StateChange]) -> Phrase {
    let changes = all.filter { !$0.fields.isEmpty }
    if let one = only(changes, of: all, isEnabled: true) { return one }
    return Phrase("Enabled \(changes.count, "account").")
  }

  /// Tells the change of a single account, or that nothing changed; nil for several changes.
  private static func only(
    _ changes: [StateChange], of all: [StateChange], isEnabled: Bool
  ) -> Phrase? {
    if let one = all.count == 1 ? all.first : changes.count == 1 ? changes.first : nil {
      return one.words(name(of: one.account), isEnabled: isEnabled)
    }
    return changes.isEmpty ? nothingChanged : nil
  }

  /// Returns the name of a changed account, even of a closed one.
  static func name(of account: StoredAccount) -> String {
    account.account?.name.text ?? account[text: .email] ?? account[text: .username] ?? ""
  }

  static func groupsChanged(_ all: [StateChange]) -> Phrase {
    let names = all.filter { !$0.fields.isEmpty }.map { name(of: $0.account) }
    if names.isEmpty { return nothingChanged }
    let who = several(names)
    return Phrase("Changed the groups of \(who).")
  }

  static func passwordsDue(_ all: [StateChange]) -> Phrase {
    let names = all.filter { !$0.fields.isEmpty }.map { name(of: $0.account) }
    if names.isEmpty { return nothingChanged }
    let who = several(names)
    return Phrase("The next login sets a new password: \(who).")
  }

  static func removed(_ names: [String]) -> Phrase {
    let who = several(names)
    return Phrase("Removed \(who); U undoes it.")
  }

  static func passwordSet(_ name: String) -> Phrase {
    Phrase("\(visible(name)) has a new password.")
  }

  static let newPassword = Phrase("New password")
  static let onlyHere = Phrase("It is shown only here.")
  static let toClose = Phrase("[Enter] Close")

  static let passwordIsHidden = Phrase(
    "Make the window larger: it shows a new password, and nothing else does.")

  /// One account by its name, several by their number.
  static func several(_ names: [String]) -> Phrase {
    if names.count == 1, let name = names.first { return Phrase(same: visible(name)) }
    return Phrase("\(names.count, "account")")
  }

  /// The names of accounts, as many as can be read at a glance.
  static func names(_ names: [String]) -> Phrase {
    let shown = Phrase(same: names.prefix(5).map(visible).joined(separator: ", "))
    let more = names.count - 5
    return more > 0 ? shown + Phrase(" and \(more) more") : shown
  }

  // MARK: Questions

  static func removes(_ names: [String]) -> Phrase {
    let (who, all) = (Self.names(names), several(names))
    if names.count == 1 {
      return Phrase("Remove the account \(who)?")
    }
    return Phrase("Remove \(all): \(who)?")
  }

  static func enables(_ names: [String]) -> Phrase {
    let (who, all) = (Self.names(names), several(names))
    return Phrase("Enable \(all): \(who)?")
  }

  static func renews(_ names: [String]) -> Phrase {
    let (who, all) = (Self.names(names), several(names))
    return Phrase("Have the passwords of \(all) changed at the next login: \(who)?")
  }

  static let onlyOne = Phrase("This is done for one account at a time: unmark the others.")

  /// Enter does not remove anything: that takes the letter.
  static let yesByLetter = Phrase("[Y] yes   [N, Esc] no")

  static func title(_ prompt: ScreenPrompt) -> Phrase {
    switch prompt.kind {
    case .reason: Phrase("Disable")
    case .groups: Field.groups.title
    case .importFile: ScreenText.import
    }
  }

  static func asks(_ prompt: ScreenPrompt) -> Phrase {
    let who = names(prompt.names)
    return switch prompt.kind {
    case .reason: Phrase("Why is \(who) disabled?")
    case .groups: Phrase("Groups of \(who):")
    case .importFile: Phrase("File to import:")
    }
  }

  static func buttons(of prompt: ScreenPrompt) -> (does: Phrase, cancels: Phrase) {
    let does =
      switch prompt.kind {
      case .reason: Phrase("[Enter] Disable")
      case .groups: Phrase("[Enter] Change")
      case .importFile: Phrase("[Enter] Look")
      }
    return (does, Phrase(same: "[Esc] ") + cancel)
  }

  static func explains(_ prompt: ScreenPrompt) -> [Phrase] {
    switch prompt.kind {
    case .reason: [Phrase("The reason may be left out.")]
    case .groups:
      [
        Phrase("Groups to add; with a minus, to remove: ops, -interns")
      ] + (prompt.known?.lines ?? [])
    case .importFile where !prompt.candidates.isEmpty: [mayBe(prompt.candidates)]
    case .importFile:
      [
        Phrase("You see whom it would add before anything is written.")
      ]
    }
  }

  static let noGroupTyped = Phrase("name a group")
}
