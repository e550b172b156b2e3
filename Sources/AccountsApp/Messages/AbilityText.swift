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
    case .sessions: "regapp sessions"
    case .sharing: "regapp share"
    case .comments: "regapp init --comments"
    }
  }

  /// Says what to do in a store that lacks the ability.
  var hint: Phrase? {
    switch self {
    case .sharing:
      Phrase("in a database, let people in by roles: CREATE ROLE … LOGIN IN ROLE regapp_manager")
    case .handEditing:
      Phrase(
        "edit what regapp export --format json prints, then regapp plan FILE and regapp apply FILE")
    case .sealing, .checking, .creating, .blocklistFile, .history, .loginRecord, .sessions,
      .comments:
      nil
    }
  }
}
