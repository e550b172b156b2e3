import Accounts
import Foundation

@testable import AccountsApp

extension Home {
  /// A list of four accounts, opened from the login.
  func accountsList() async -> Stage {
    let list = """
      email,firstName,lastName,groups,password,id
      grace@example.com,Grace,Hopper,ops,12345,10000000-0000-4000-8000-000000000001
      ada@example.com,Ada,Lovelace,"ops,staff",12345,10000000-0000-4000-8000-000000000002
      Edsger@example.com,Edsger,Dijkstra,staff,12345,10000000-0000-4000-8000-000000000003
      alan@example.com,Alan,Turing,,12345,10000000-0000-4000-8000-000000000004

      """
    await run(
      "import - --format csv --columns id=id --rules register", setting: Setting(input: list))
    await run("logout")
    var stage = await Stage(self)
    await stage.press(.control("o"))
    return stage
  }

  func account(_ name: String) async throws -> StoredAccount {
    try await registry.account("\(name)@example.com")
  }
}

extension ScreenState.Question {
  /// The names of its accounts.
  var names: [String]? { accounts?.map(\.name) }
}

extension AccountListState {
  /// The names of the accounts that an action concerns.
  var names: [String] { concerned.map(\.name) }
  var markedNames: Set<String> { Set(marked.keys) }
}

extension Stage {
  /// The list on the screen; throws if there is none.
  func accounts() throws -> AccountListState {
    guard case .accounts(let accounts) = state.screen else { throw NotThere() }
    return accounts
  }

  private struct NotThere: Error {}

  /// The accounts that the next action concerns.
  var concerned: Set<String> {
    if let names = state.question?.names { return Set(names) }
    if let prompt = state.prompt { return Set(prompt.names) }
    return switch state.screen {
    case .accounts(let accounts): Set(accounts.names)
    case .profile(let profile): [profile.name]
    case .form(let form): Set([form.editRequest?.account].compactMap(\.self))
    case .history(let history): Set([history.account?.name].compactMap(\.self))
    case .conflict(let conflict): [conflict.theirs.name(under: conflict.form.rulebook)]
    case .opening, .undo: []
    }
  }

  /// The names in the list on the screen, in its order.
  var names: [String] {
    guard let rows = try? accounts().rows else { return [] }
    return (0..<rows.count).map { rows.name(of: $0) }
  }
}

extension Stage {
  /// Says yes to a question between a list and a change, in which no is marked.
  mutating func agree() async { await press(.tab, .enter) }
}
