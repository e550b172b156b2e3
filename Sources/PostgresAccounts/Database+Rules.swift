#if Postgres
  public import Accounts
  import AccountsFile

  extension Database {
    /// Puts another rulebook in force, and judges every account by it. Where the key is another field,
    /// each account must have it: otherwise nothing is changed, and all that lack it are told. A list
    /// of passwords by a relative path is refused as `rulebookBroken`: a database is in no directory.
    ///
    /// - Returns: how many accounts there are, and how many of them are closed under it.
    public func setRules(
      _ rulebook: Rulebook, today: CalendarDay
    ) async throws(AccountsError) -> (accounts: Int, closed: Int) {
      if let problem = rulebook.problemInTable { throw .rulebookBroken([problem]) }
      let store = PostgresStore(address, today: { today })
      // What keeps it from being done is no failure of the connection.
      let result: Result<(accounts: Int, closed: Int), AccountsError> = try await store.owning {
        connection throws(Failure) in
        do throws(Stopped) {
          return .success(try Self.judge(under: rulebook, today, store.address.subject, connection))
        } catch {
          switch error {
          case .failure(let failure): throw failure
          case .error(let error):
            // Nothing is changed yet but a table of this transaction.
            return .failure(error)
          }
        }
      }
      return try result.get()
    }

    private enum Stopped: Error {
      case failure(Failure)
      case error(AccountsError)
    }

    private static func judge(
      under rulebook: Rulebook, _ today: CalendarDay, _ source: String, _ connection: Connection
    ) throws(Stopped) -> (accounts: Int, closed: Int) {
      let rules = rulebook.tableText
      func run(_ statement: String, _ parameters: [Parameter] = []) throws(Stopped) -> Rows {
        do throws(Failure) {
          return try connection.run(statement, parameters, patience: PostgresStore.longPatience)
        } catch {
          throw .failure(error)
        }
      }
      let columns = PostgresStore.columns.split(separator: ", ").map { "judged.\($0)" }
        .joined(separator: ", ")
      _ = try run("SET LOCAL statement_timeout = '\(PostgresStore.longPatience)s'")
      _ = try run("LOCK TABLE public.account IN EXCLUSIVE MODE")
      let version = try run("SELECT schema FROM public.base").number(0, 0) ?? 0
      guard Schema.known.contains(version) else { throw .failure(.otherVersion(found: version)) }
      _ = try run(
        """
        CREATE TEMPORARY TABLE judged ON COMMIT DROP AS
        SELECT key AS old, \(PostgresStore.columns) FROM public.account LIMIT 0
        """)
      var (key, count, closed) = ("", 0, 0)
      var problems: [Problem] = []
      while true {
        let rows = try run(
          """
          SELECT key, doc, password FROM public.account WHERE key > $1::text ORDER BY key LIMIT 1000
          """, [.text(key)])
        guard rows.count > 0 else { break }
        let accounts: RowSet
        do throws(AccountsError) {
          accounts = try RowSet(
            source: source, rules: rules,
            (0..<rows.count).map { (rows[$0, 1] ?? "", rows[$0, 2]) }, today: today)
        } catch {
          throw .error(error)
        }
        var judged: [(old: String, row: AccountRow)] = []
        for index in 0..<rows.count {
          key = rows[index, 0] ?? key
          guard let row = accounts.row(index) else {
            // What is no account at all is named as the table knows it.
            let problem = accounts.unstorable(index)
            problems.append(Problem(problem.subject, problem.rule, of: problem.account ?? key))
            continue
          }
          judged.append((key, row))
        }
        count += rows.count
        closed += judged.count { $0.row.isClosed }
        do throws(Failure) {
          try connection.copy(
            "COPY judged FROM STDIN (FORMAT binary)", rows: judged.count,
            patience: PostgresStore.longPatience
          ) { [Array(judged[$0].old.utf8)] + judged[$0].row.parameters.map(\.bytes) }
        } catch {
          throw .failure(error)
        }
      }
      guard problems.isEmpty else { throw .error(.invalid(problems)) }
      // Names may change hands between accounts: all rows go before any comes.
      _ = try run(
        """
        CREATE TEMPORARY TABLE before ON COMMIT DROP AS SELECT * FROM public.account
        WHERE EXISTS (SELECT FROM judged WHERE old = account.key
          AND (judged.key, judged.username_key, judged.closed) IS DISTINCT FROM
            (account.key, account.username_key, account.closed))
        """)
      _ = try run("DELETE FROM public.account USING before WHERE account.key = before.key")
      _ = try run(
        """
        INSERT INTO public.account (\(PostgresStore.columns), version, op)
        SELECT \(columns), before.version + 1, before.op
        FROM judged JOIN before ON before.key = judged.old
        """)
      _ = try run(
        "UPDATE public.base SET rules = $1::text, version = version + 1", [.text(rules)])
      return (count, closed)
    }
  }
#endif
