import AccountsFile
import CommandKit

extension Ability {
  var command: String {
    switch self {
    case .sealing: "regapp seal"
    case .checking: "regapp check"
    case .creating: "regapp init"
    case .blocklistFile: "blocklistFile"
    case .handEditing: "regapp edit-file"
    case .history: "regapp history"
    case .loginRecord: "regapp list --seen"
    case .sharing: "regapp share"
    case .comments: "regapp init --comments"
    }
  }

  /// What to do in a store that lacks it.
  var hint: Phrase? {
    guard self == .sharing else { return nil }
    return Phrase(
      "in a database, let people in by roles: CREATE ROLE … LOGIN IN ROLE regapp_manager",
      ru: "в базу данных впускают по ролям: CREATE ROLE … LOGIN IN ROLE regapp_manager")
  }
}
