import Accounts
import AccountsDocument
import LosslessJSON

extension FileStore {
  func blocklisted(_ passwords: [PasswordText]) throws(AccountsError) -> Set<PasswordText> {
    let file = try read()
    do throws(DiskFault) {
      return try matches(passwords, in: file)
    } catch {
      throw .rulebookBroken(file.placed([file.problem(ofList: error)]))
    }
  }

  /// The problems of all rows whose typed passwords are on the rulebook's list, by position. Throws
  /// `rulebookBroken` for an unreadable list.
  func blocklistedInAll(of file: AccountsDocument) throws(AccountsError) -> [Int: LocatedProblem] {
    do throws(DiskFault) {
      return try problemsOfListed(in: file)
    } catch {
      throw .rulebookBroken(file.placed([file.problem(ofList: error)]))
    }
  }

  /// Checks all rows against the list, and reports an unreadable list even if no password needs it.
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
    let typed = file.typedPasswords
    return typed.isEmpty ? [:] : file.problems(ofListed: try matches(typed, in: file))
  }

  private func matches(
    _ passwords: [PasswordText], in file: AccountsDocument
  ) throws(DiskFault) -> Set<PasswordText> {
    guard file.rulebook.fields.password.blocklistFile != nil else { return [] }
    let model = try located { accounts throws(DiskFault) in try SideFile.model(of: accounts, disk) }
    return try file.blocklisted(
      passwords, from: FilePath.directory(of: path),
      for: model.map { FileUsers($0) } ?? FileUsers(),
      on: disk)
  }
}

extension AccountsDocument {
  /// The given passwords that are on the rulebook's list, whose path is relative to a directory;
  /// nil if there is none.
  ///
  /// - Parameter users: those who may name the list.
  func blocklisted(
    _ passwords: [PasswordText], from directory: String?, for users: FileUsers, on disk: Disk
  ) throws(DiskFault) -> Set<PasswordText> {
    guard let name = rulebook.fields.password.blocklistFile else { return [] }
    guard directory != nil || FilePath.isAbsolute(name) else {
      throw DiskFault(action: .read, path: name, reason: .notAbsolute)
    }
    let path = FilePath.join(directory ?? "/", name)
    return try PasswordList.read(path, for: users, on: disk) { list throws(DiskFault) in
      try list.blocklisted(among: Set(passwords))
    }
  }

  func problem(ofList fault: DiskFault) -> LocatedProblem {
    let key = RuleKey.blocklistFile
    var value: JSONValue? = document.root
    for name in key.split(separator: ".") {
      value = value.flatMap { document.value(for: JSONKey(String(name)), in: $0) }
    }
    let place = value?.range.lowerBound
    return LocatedProblem(.key(key), .rulebook(.readableList(StoreFault(fault))), at: place)
  }
}
