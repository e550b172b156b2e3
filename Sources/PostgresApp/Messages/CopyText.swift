import Accounts
import AccountsApp
package import AccountsFile
package import CommandKit
import LosslessJSON
import PostgresAccounts

extension CopyFault: ReportedReason {
  package func report(on subject: String) -> Report {
    switch self {
    case .noAccounts:
      Report(.noUser, "nobodyRegistered", "there are no accounts to copy in \(subject)")
    case .notEmpty(nil):
      Report(
        .cannotCreate, "notEmpty", "\(subject) has accounts already; nothing was copied",
        hint: "copy to a database or a directory without accounts")
    case .notEmpty(let name?):
      Report(
        .cannotCreate, "notEmpty",
        "nothing was copied to \(subject), since this is there: \(visible(name))",
        hint: "move it away, or copy to another place")
    case .unsupported(let unsupported):
      Self.report(unsupported, on: subject)
    case .changedMeanwhile:
      Report(
        .tryAgain, "changedMeanwhile",
        "\(subject) was changed while it was copied; nothing was copied",
        hint: "stop what writes there, then try again")
    case .differs:
      Report(
        .cannotReadOrWrite, "differs",
        "what \(subject) has is not what was copied there; nothing was saved",
        hint: "look for triggers and rules of your own there")
    }
  }

  private static func report(_ unsupported: [UnsupportedValue], on subject: String) -> Report {
    let items = unsupported.map { unsupported in
      Report.Item(
        field: unsupported.field, rule: unsupported.reason.rawValue, message: unsupported.message,
        place: unsupported.place?.position.map { ($0.line, $0.column) },
        more: unsupported.account.map { [JSONLiteral.Member("account", .string($0))] } ?? [])
    }
    let file = unsupported.first { $0.place?.position != nil }?.place?.source
    let isTyped = unsupported.contains { $0.reason == .typedPassword }
    return Report(
      .invalid, "unheld",
      [
        Phrase("nothing was copied: \(subject) cannot hold \(unsupported.count, "value")")
      ],
      hint: isTyped
        ? Phrase("regapp seal makes typed passwords hashes; fix the rest with regapp edit-file")
        : Phrase("fix these, then copy again"),
      items: items, listing: file.map { .inFile($0) } ?? .each)
  }
}

extension UnsupportedValue {
  /// Names the value; the words never have a password.
  fileprivate var message: Phrase {
    let name = account.map { Phrase(same: "\(visible($0)): ") } ?? Phrase(same: "")
    let key = field.map { Phrase(same: "\(visible($0)): ") } ?? Phrase(same: "")
    return name + key + reason.words
  }
}

extension UnsupportedValue.Reason {
  fileprivate var words: Phrase {
    switch self {
    case .notAnObject: Phrase("not an account")
    case .noKey: Phrase("missing; a database finds accounts by it")
    case .shared: Phrase("another one has the same")
    case .typedPassword: Phrase("typed by hand; a database holds hashes only")
    case .passwordTwice: Phrase("there twice")
    case .idForm: Phrase("not an id: a name of the account, a space and a UUID")
    case .sharedID: Phrase("does not count, and another account has its UUID")
    case .nul: Phrase("has the character U+0000")
    case .tooLong: Phrase("too long for a database")
    case .notJSON: Phrase("not the JSON of an object")
    case .byteOrderMark: Phrase("begins with a byte-order mark")
    case .tooDeep: Phrase("nested too deeply for a file")
    case .contradicted: Phrase("its row and its text differ")
    }
  }
}
