import Accounts
import AccountsFile
import CommandKit

// `edit --id` gives an account another id, or one back.

extension Commands {
  /// Says for whom applications will take an account that gets an id, and asks.
  ///
  /// - Returns: what was said, and the account of which it was said, if somebody was asked.
  static func agree(
    to id: EditRequest.NewID, of name: String, _ invocation: Invocation
  ) async throws -> (meaning: NewIDMeaning, refs: [AccountRef]) {
    let registry = invocation.registry
    // The answer is about this account, even if another one has its name by then.
    let asks = !invocation.arguments.has("--yes")
    let refs = asks ? [try await registry.ref(name)] : []
    let meaning = try await registry.expecting(refs).meaning(of: id, for: name)
    guard asks, let words = meaning.words(of: name) else { return (meaning, refs) }
    guard invocation.mayAsk else {
      let command = "edit --id"
      throw Report.usage(
        "\(command) asks for confirmation, which is not possible here",
        hint: Phrase("\(words); give --yes"))
    }
    let question =
      id == .new
      ? Phrase("Give \(visible(name)) a new id?") : Phrase("Give \(visible(name)) this id?")
    guard try await invocation.agrees(to: words.sentence + Phrase(same: " ") + question) else {
      invocation.say("nothing was changed")
      throw ProgramEnd(code: .no)
    }
    return (meaning, refs)
  }
}

extension NewIDMeaning {
  /// Says it of the account with a name; nil for the same person.
  func words(of name: String) -> Phrase? {
    switch self {
    case .same: nil
    case .somebodyNew: Phrase("applications will take \(visible(name)) for somebody new")
    case .holder(let other):
      Phrase("applications will take \(visible(name)) for \(visible(other))")
    case .holderOfID:
      Phrase("applications will take \(visible(name)) for whoever had this id")
    }
  }
}

extension Arguments {
  /// The id that `--id` gives; nil without it.
  var newID: EditRequest.NewID? {
    get throws {
      guard let text = self["--id"] else { return nil }
      if text == "new" { return .new }
      guard let id = AccountID(text) else {
        let meant = AccountID(meantBy: text)
        throw Report.usage(
          "--id must be new or a UUID in lower case, not '\(visible(text))'",
          hint: "write --id \(meant?.description ?? "new")")
      }
      return .given(id)
    }
  }
}
