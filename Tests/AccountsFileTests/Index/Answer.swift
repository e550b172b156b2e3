@testable import Accounts
@testable import AccountsFile

/// The answer of a store, so that two can be compared.
enum Answer: Equatable {
  case accounts(Rulebook, [Row], isEmpty: Bool)
  case failed(AccountsError)

  struct Row: Equatable {
    let id: NameKey?
    let values: FieldValues
    let account: Account?
    let problems: [Problem]

    init(_ account: StoredAccount) {
      id = account.nameKey
      values = account.values
      self.account = account.account
      problems = account.problems
    }
  }

  /// A question to a store.
  enum Question: Sendable {
    case find(Lookup)
    case page(limit: Int)
    case rulebook
  }

  static func of(_ store: FileStore, to question: Question) async -> Answer {
    do throws(AccountsError) {
      switch question {
      case .find(let lookup):
        let found = try await store.find(lookup)
        return .accounts(found.rulebook, found.accounts.map(Row.init), isEmpty: found.storeIsEmpty)
      case .page(let limit):
        let page = try await store.page(PageRequest(limit: limit))
        return .accounts(page.rulebook, page.accounts.map(Row.init), isEmpty: page.next == nil)
      case .rulebook: return .accounts(try await store.rulebook(), [], isEmpty: true)
      }
    } catch {
      return .failed(error)
    }
  }
}
