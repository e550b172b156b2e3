#if Postgres
  package import Accounts
  import AccountsFile
  import AccountsText

  /// Where accounts are, to be copied from there or to there.
  package enum CopyPlace: Sendable {
    /// In a documents directory.
    case documents(String)
    case database(DatabaseAddress)

    fileprivate func store(
      today: @escaping @Sendable () -> CalendarDay, now: @escaping @Sendable () -> Int
    ) -> any CopyableStore {
      switch self {
      case .documents(let path): copyableStore(documents: path, today: today, now: now)
      case .database(let address): PostgresStore(address, today: today)
      }
    }
  }

  /// What was copied, and what stayed.
  package struct CopyReport: Sendable {
    package let accounts: Int
    package let changes: Int
    package let attempts: Int
    package let lastLogins: Int
    /// How many comments stayed behind.
    package let comments: Int
    /// How many lines stayed that are none of regapp's.
    package let unknownLines: Int
    package let notices: [Notice]
  }

  /// Copies all that there is from one place to another, where there is nothing yet: everything, or
  /// nothing. The places stay as they are otherwise. It compares what was written with what was read.
  ///
  /// - Parameters:
  ///   - user: the system's user, for the history.
  ///   - now: the seconds since 1970.
  package func copyAccounts(
    from: CopyPlace, to: CopyPlace, user: String, today: @escaping @Sendable () -> CalendarDay,
    now: @escaping @Sendable () -> Int
  ) async throws(AccountsError) -> CopyReport {
    let source = from.store(today: today, now: now)
    let contents = try await source.contents()
    let notices = try await to.store(today: today, now: now).begin(
      with: contents, by: Attribution(.copy, user: user)
    ) { () async throws(AccountsError) in
      guard try await source.mark() == contents.mark else {
        throw CopyFault.changedMeanwhile.error(contents.original.path)
      }
    }
    return CopyReport(
      accounts: contents.accounts.rows.count, changes: contents.history.count,
      attempts: contents.attempts.count, lastLogins: contents.lastLogins.count,
      comments: contents.comments, unknownLines: contents.unknownLines, notices: notices)
  }
#endif
