package import Accounts
package import AccountsDocument

/// The list of passwords that a database's rulebook names, on this machine.
package actor TableBlocklist {
  private nonisolated let disk = Disk(queue: DiskQueue())
  package nonisolated var unownedExecutor: UnownedSerialExecutor { disk.executor }

  package init() {}

  /// The given passwords that are on the list; throws `rulebookBroken` if it cannot be read.
  /// Accounts in a table have no directory, so a relative path is an error.
  package func blocklisted(
    _ passwords: [PasswordText], under file: AccountsDocument
  ) throws(AccountsError) -> Set<PasswordText> {
    do throws(DiskFault) {
      return try file.blocklisted(passwords, from: nil, for: FileUsers(), on: disk)
    } catch {
      throw .rulebookBroken(file.placed([file.problem(ofList: error)]))
    }
  }
}

extension Rulebook {
  /// The problem of a list with a relative path; nil if there is none.
  package var problemInTable: Problem? {
    guard let path = fields.password.blocklistFile, !FilePath.isAbsolute(path) else {
      return nil
    }
    let fault = DiskFault(action: .read, path: path, reason: .notAbsolute)
    return Problem(
      .key(RuleKey.blocklistFile), .rulebook(.readableList(StoreFault(fault))))
  }
}
