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

  static let onlyOne = Phrase("This is done for one account at a time: unmark the others.")
}
