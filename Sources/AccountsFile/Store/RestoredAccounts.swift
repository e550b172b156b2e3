import Accounts
import LosslessJSON

/// Accounts that are put back, each where it stood, if the one before it is still there or is put
/// back too; else at the end.
struct RestoredAccounts {
  private var accounts:
    [(place: RecordedAccount.Place?, names: [UniqueName], account: JSONLiteral)] = []

  var isEmpty: Bool { accounts.isEmpty }

  /// Adds an account. What was removed later is to be added first.
  mutating func add(
    _ account: JSONLiteral, _ names: [UniqueName], at place: RecordedAccount.Place?
  ) {
    accounts.append((place, names, account))
  }

  /// What puts them into a file.
  func splices(into file: AccountsDocument) -> [JSONSplice] {
    guard let array = file.array else { return [] }
    // Which accounts come behind another: one of the file by its position, -1 for none, or one that
    // is put back too, by its number beyond those.
    var followers: [Int: [Int]] = [:]
    let rows = AccountNames(file, isAskedOften: accounts.count > 8)
    let (count, end) = (file.rows.count, Int.max)
    var numbers: [UniqueName: Int] = [:]
    for (number, account) in accounts.enumerated() {
      let before: Int
      switch account.place {
      case .first: before = -1
      case .behind(let name):
        let names = Field.keys.map { UniqueName($0, AccountName(name)) }
        before =
          names.lazy.compactMap { rows.rows($0).first }.first
          ?? names.lazy.compactMap { numbers[$0] }.first.map { count + $0 } ?? end
      case nil: before = end
      }
      followers[before, default: []].append(number)
      for name in account.names { numbers[name] = number }
    }
    func all(behind before: Int) -> [JSONLiteral] {
      var (list, open) = ([JSONLiteral](), followers[before] ?? [])
      // What came back later stood nearer, and what stood behind it stands before the others.
      while let number = open.popLast() {
        list.append(accounts[number].account)
        open += followers[count + number] ?? []
      }
      return list
    }
    let places = followers.keys.filter { $0 < count || $0 == end }.sorted()
    guard count > 0 else {
      return [file.document.appending(contentsOf: places.flatMap(all), to: array)]
    }
    return places.map { place in
      guard place < end else { return file.document.appending(contentsOf: all(behind: end), to: array) }
      let element = place < 0 ? nil : file.rows[place]
      return file.document.inserting(all(behind: place), into: array, after: element)
    }
  }
}
