import CommandKit
import PostgresAccounts

/// The words of this program alone.
enum PostgresText {
  static func weak(_ mode: String, _ database: String) -> Phrase {
    let (mode, database) = (visible(mode), visible(database))
    return Phrase(
      "sslmode=\(mode) is weaker than verify-full: others on the way to \(database) may read or "
        + "change the accounts")
  }

  static func migrated(_ migrated: Database.Migrated) -> Phrase {
    if migrated.isNew { return Phrase("made the tables") }
    return migrated.roles.isEmpty && migrated.repaired.isEmpty && migrated.left.isEmpty
      ? Phrase("nothing to do: the tables are as they should be") : Phrase("the tables are there")
  }

  /// Tells whom a role lets in that the server had already.
  static func lettingIn(_ role: String, _ members: [String]) -> Phrase {
    let most = 10
    let names = members.prefix(most).map { visible($0) } + (members.count > most ? ["…"] : [])
    guard !members.isEmpty else {
      return Phrase("the role \(visible(role)) was there: it has no members")
    }
    return Phrase(
      "the role \(visible(role)) was there, with \(members.count, "member", "members"), who are let in "
        + "here, too, if they may connect: \(names.joined(separator: ", "))")
  }

  /// Tells of a part that was wrong, and is right now.
  static func repaired(_ part: Database.Migrated.Part) -> Phrase {
    switch part {
    case .tables:
      Phrase("made the table of logins in browsers again: everybody is logged out there")
    case .columns:
      Phrase("added columns that were missing; what they held is gone, but for what accounts say")
    case .keys: Phrase("added keys and checks that were missing")
    case .memberships:
      Phrase("took away what the roles could do as members of others, or by their attributes")
    case .indexes: Phrase("put the indexes right")
    case .view: Phrase("made the view login again")
    case .functions: Phrase("put the functions right")
    case .rights: Phrase("put the rights of the roles right, and took away those of everyone")
    case .limits: Phrase("set the time limits of the roles that were missing")
    case .log: Phrase("set this database not to write values of statements into the server's log")
    // It is only ever left.
    case .contradictions: Phrase("rows say something else than their texts")
    case .verdicts: Phrase("judged the accounts anew: who is closed is not in the view login")
    }
  }

  /// Tells of something that another role made under a name of ours.
  static func stray(_ stray: Database.Stray) -> Phrase {
    Phrase(
      "\(visible(stray.object)) belongs to the role \(visible(stray.role)), and has a name of "
        + "regapp's: regapp does not call it, but who does runs code of that role")
  }

  static func mend(of stray: Database.Stray) -> Phrase {
    Phrase("let its owner or a superuser run: \(visible(stray.mend))")
  }

  /// Tells of a part that this user may not put right.
  static func left(_ part: Database.Migrated.Part) -> Phrase {
    switch part {
    case .log:
      Phrase("the server's log may get hashes of passwords: let a superuser run migrate once")
    case .memberships:
      Phrase(
        "the roles can do more than they should; regapp-postgres status names it: let a superuser run "
          + "migrate once")
    case .contradictions:
      Phrase("rows say something else than their texts, and stay closed: regapp check names them")
    // The others are put right, or it fails.
    case .tables, .columns, .keys, .indexes, .view, .functions, .rights, .limits, .verdicts:
      Phrase("the roles have no time limits here: let a superuser run migrate once")
    }
  }
}
