import Accounts
import LosslessJSON

extension FileStore: BlocklistStore {
  func listed(_ passwords: [PasswordText]) throws(AccountsError) -> Set<PasswordText> {
    let file = try read()
    do throws(DiskFault) {
      return try matches(passwords, in: file)
    } catch {
      throw .rulebookBroken(file.placed([file.problem(ofList: error)]))
    }
  }

  /// The problems of all rows whose typed passwords are on the rulebook's list, by position. A list
  /// that cannot be read is a fault of the rulebook.
  func listedInAll(of file: AccountsDocument) throws(AccountsError) -> [Int: LocatedProblem] {
    do throws(DiskFault) {
      return try problemsOfListed(in: file)
    } catch {
      throw .rulebookBroken(file.placed([file.problem(ofList: error)]))
    }
  }

  /// The same, for a check: with what is wrong with the list, even if no password needs it.
  func checkedAgainstList(
    _ file: AccountsDocument
  ) -> (listed: [Int: LocatedProblem], fault: LocatedProblem?) {
    do throws(DiskFault) {
      guard file.rulebook.fields.password.blocklistFile != nil else { return ([:], nil) }
      _ = try matches([], in: file)
      return (try problemsOfListed(in: file), nil)
    } catch {
      return ([:], file.problem(ofList: error))
    }
  }

  private func problemsOfListed(
    in file: AccountsDocument
  ) throws(DiskFault) -> [Int: LocatedProblem] {
    guard file.rulebook.fields.password.blocklistFile != nil else { return [:] }
    let typed = file.rows.indices.lazy.map { AccountsDocument.Row(file, $0) }.compactMap { row in
      row.typedPassword.map { (row: row, password: $0) }
    }
    guard !typed.isEmpty else { return [:] }
    let listed = try matches(typed.map(\.password), in: file)
    return typed.reduce(into: [:]) { found, typed in
      guard listed.contains(typed.password) else { return }
      let place = typed.row.fields[.password]?.range.lowerBound
      found[typed.row.index] = LocatedProblem(.field(.password), .notOnBlocklist, at: place)
    }
  }

  private func matches(
    _ passwords: [PasswordText], in file: AccountsDocument
  ) throws(DiskFault) -> Set<PasswordText> {
    guard let name = file.rulebook.fields.password.blocklistFile else { return [] }
    let list = FilePath.join(FilePath.directory(of: path), name)
    return try PasswordList.read(list, on: disk) { list throws(DiskFault) in
      try list.listed(among: Set(passwords))
    }
  }
}

extension AccountsDocument {
  /// The problem that the list which the rulebook names cannot be read.
  fileprivate func problem(ofList fault: DiskFault) -> LocatedProblem {
    let key = RulebookKey.passwordBlocklistFile.rawValue
    var value: JSONValue? = document.root
    for name in key.split(separator: ".") {
      value = value.flatMap { document.value(for: JSONKey(String(name)), in: $0) }
    }
    let place = value?.range.lowerBound
    return LocatedProblem(.key(key), .readableList(StoreFault(fault)), at: place)
  }
}

extension AccountsDocument.Row {
  /// The password, if it was typed by hand.
  fileprivate var typedPassword: PasswordText? {
    guard let text = values.password, case .typed(let typed) = try? StoredPassword(text) else {
      return nil
    }
    return typed
  }
}
