package import Accounts
package import AccountsText

/// The list of passwords that a table's rulebook names, on this machine.
package actor TableBlocklist {
  private nonisolated let queue = DiskQueue()
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    queue.asUnownedSerialExecutor()
  }

  package init() {}

  /// The given passwords that are on the list; throws `rulebookBroken` if the list cannot be read.
  /// Accounts in a table are in no directory, so no relative path can lead from there.
  package func listed(
    _ passwords: [PasswordText], under file: AccountsDocument
  ) throws(AccountsError) -> Set<PasswordText> {
    do throws(DiskFault) {
      return try file.listed(passwords, from: nil, on: Disk(queue: queue))
    } catch {
      throw .rulebookBroken(file.placed([file.problem(ofList: error)]))
    }
  }
}

extension Rulebook {
  /// The problem that the rulebook names a list which no table could find; nil if it does not.
  package var problemInTable: Problem? {
    guard let path = fields.password.blocklistFile, !FilePath.isAbsolute(path) else {
      return nil
    }
    let fault = DiskFault(action: .read, path: path, reason: .notAbsolute)
    return Problem(
      .key(RulebookKey.passwordBlocklistFile.rawValue), .rulebook(.readableList(StoreFault(fault))))
  }
}
