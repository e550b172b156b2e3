import AccountsFile
import CommandKit
import LosslessJSON

extension Commands {
  static let remove = Command(
    name: "remove", summary: "remove an account, after asking",
    positionals: [.account()],
    options: [OptionSpec("--yes", help: "do not ask")],
    examples: ["regapp remove ada@example.com", "regapp remove ada@example.com --yes"], run: remove)

  private static func remove(_ invocation: Invocation) async throws {
    guard let name = try invocation.arguments.account(of: "remove") else { return }
    var registry = invocation.registry
    if !invocation.arguments.has("--yes") {
      // The answer is about the account that is asked about, whatever has its name by then.
      registry = registry.meaning([try await registry.seen(name)])
    }
    let account = try await registry.account(name)
    let shown = visible(account.account?.name.text ?? name)
    if !invocation.arguments.has("--yes") {
      guard invocation.mayAsk else {
        throw Report.usage(
          "remove asks for confirmation, which is not possible here", hint: "give --yes")
      }
      let answer = try await invocation.ask(Phrase("Remove the account \(shown)? [y/N] "))
      guard agrees(answer, in: invocation.language) else {
        invocation.say("kept \(shown)")
        throw Ending(code: .no)
      }
    }
    var notices = try await registry.remove(name).notices
    let all = notices.count
    notices.removeAll { if case .commentsGone = $0 { true } else { false } }
    let without = notices.count < all ? Phrase(", without its comments") : Phrase(same: "")
    invocation.say("removed \(shown)")
    try invocation.finish(notices) {
      try invocation.print(
        json: .object(account.members(on: invocation.today)))
    }
    let comesBack = !notices.contains { notice in
      switch notice {
      case .notInHistory, .cannotBeUndone: true
      default: false
      }
    }
    if comesBack {
      invocation.hint(
        Phrase("regapp undo brings it back") + without
          + Phrase(
            "; the history keeps its values for 400 days, or until regapp history --forget \(shown)"
          ))
    }
  }

  private static func agrees(_ answer: String?, in language: Language) -> Bool {
    let yes = [Phrase("y\(as: "an answer")"), Phrase("yes\(as: "an answer")")]
    let answer = answer?.lowercased()
    return yes.contains { $0[.english] == answer || $0[language] == answer }
  }
}
