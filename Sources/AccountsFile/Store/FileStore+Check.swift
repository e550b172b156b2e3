import Accounts
import AccountsDocument
import LosslessJSON

extension FileStore {
  func check(_ hasher: PasswordHasher) throws(AccountsError) -> CheckReport {
    let file = try load()
    let report = report(on: file, hasher)
    writeIndex(of: file.document)
    return report
  }

  /// Checks the file without writing its index.
  func checked(_ hasher: PasswordHasher) throws(AccountsError) -> CheckReport {
    report(on: try load(), hasher)
  }

  private func report(on file: LoadedFile, _ hasher: PasswordHasher) -> CheckReport {
    var findings = findings(in: file.document, hasher)
    let rights = rights(of: file)
    findings.warnings += rights.warnings + leftovers()
    findings.beside =
      rights.beside + tooLong() + uncounted()
      + unfinishedEdits().map {
        Problem(.file, .caution(.unfinishedEdit($0)), at: Place($0.subject))
      }
    return findings
  }

  /// Warnings about files of lines that are too long to be read whole.
  private func tooLong() -> [Problem] {
    let faults = try? located { accounts in
      [SideFile.Name.logins, .history].map { SideFile($0, of: accounts, disk) }.filter { side in
        let stamp = (try? disk.stamp(of: side.file, for: .read)) ?? nil
        return stamp.map { side.isTooLong($0.size) } ?? false
      }.map(\.cutShort)
    }
    return (faults ?? []).map {
      Problem(.file, .caution(.tooLong(StoreFault($0))), at: Place($0.path))
    }
  }

  /// A warning if failed logins cannot be counted.
  private func uncounted() -> [Problem] {
    let fault = try? located { FailedLoginFile(of: $0, disk, at: now()).fault }
    return fault.map {
      [Problem(.file, .caution(.notCounted(StoreFault($0))), at: Place($0.path))]
    } ?? []
  }

  /// All problems and warnings of a text.
  func findings(in file: AccountsDocument, _ hasher: PasswordHasher) -> CheckReport {
    let (listed, fault) = checkedAgainstList(file)
    return file.findings(hasher, listed, fault, today: today())
  }

  /// A warning about temporary files of killed writers.
  private func leftovers() -> [Problem] {
    let hasLeftovers = try? located {
      !disk.temporaryFiles(of: [$0, AccountsIndex.file(of: $0)]).isEmpty
    }
    return hasLeftovers == true
      ? [Problem(.file, .caution(.staleTemporaryFile), at: Place(path))] : []
  }
}
