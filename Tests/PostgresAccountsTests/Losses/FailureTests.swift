import Accounts
import Testing

@testable import PostgresAccounts

@Suite("An answer that something was refused") struct FailureTests {
  /// The knowledge about a transaction that was sent with its COMMIT.
  enum Known { case refused, elsewhere, open }

  struct Answer: CustomTestStringConvertible, Sendable {
    let state: String
    var severity = "ERROR"
    /// Of the server; none in an answer of a pooler.
    var function = ""
    /// Before COMMIT was sent, in the place of an earlier statement, and in that of COMMIT.
    let known: [Known]

    init(
      _ state: String, _ function: String, _ severity: String = "ERROR", _ known: Known...
    ) {
      (self.state, self.severity, self.function, self.known) = (state, severity, function, known)
    }

    var testDescription: String { "\(severity) \(state) \(function)" }
  }

  private static func outcome(_ failure: Failure) -> Known {
    switch failure {
    case .lost: .open
    case let other: other.mayWorkElsewhere ? .elsewhere : .refused
    }
  }

  @Test(
    "leaves a write open, sends it elsewhere or ends it",
    arguments: [
      // A server's own errors: before COMMIT they end the transaction.
      Answer("42501", "aclcheck_error", "ERROR", .refused, .refused, .refused),
      Answer("23505", "_bt_check_unique", "ERROR", .refused, .refused, .refused),
      Answer("40001", "ExecLockRows", "ERROR", .refused, .refused, .refused),
      Answer("40P01", "DeadLockReport", "ERROR", .refused, .refused, .refused),
      Answer("53100", "mdextend", "ERROR", .refused, .refused, .refused),
      Answer("55P03", "ProcessInterrupts", "ERROR", .refused, .refused, .refused),
      Answer("57014", "ProcessInterrupts", "ERROR", .refused, .refused, .open),
      Answer("58030", "mdread", "ERROR", .refused, .refused, .open),
      Answer("XX000", "elog", "ERROR", .refused, .refused, .open),
      Answer("08P01", "pq_getmsgend", "ERROR", .refused, .refused, .open),
      Answer("40003", "elog", "ERROR", .refused, .open, .open),
      Answer("25P02", "exec_bind_message", "ERROR", .refused, .open, .open),
      Answer("25006", "PreventCommandIfReadOnly", "ERROR", .elsewhere, .elsewhere, .elsewhere),
      // The end of a session, or of the server.
      Answer("57P01", "ProcessInterrupts", "FATAL", .elsewhere, .open, .open),
      Answer("57P02", "quickdie", "FATAL", .elsewhere, .open, .open),
      Answer("57P03", "ProcessStartupPacket", "FATAL", .elsewhere, .open, .open),
      Answer("57P05", "ProcessInterrupts", "FATAL", .elsewhere, .open, .open),
      Answer("25P03", "ProcessInterrupts", "FATAL", .elsewhere, .open, .open),
      Answer("25P04", "ProcessInterrupts", "FATAL", .elsewhere, .open, .open),
      Answer("53300", "InitProcess", "FATAL", .elsewhere, .open, .open),
      Answer("XX000", "XLogFlush", "PANIC", .elsewhere, .open, .open),
      // An owner's trigger says what it likes, also at COMMIT.
      Answer("57P01", "exec_stmt_raise", "ERROR", .refused, .refused, .refused),
      Answer("08006", "exec_stmt_raise", "ERROR", .refused, .refused, .refused),
      Answer("P0001", "exec_stmt_raise", "ERROR", .refused, .refused, .refused),
      // pgbouncer, PgCat, Odyssey and Supavisor.
      Answer("08P01", "", "FATAL", .elsewhere, .open, .open),
      Answer("08P01", "", "ERROR", .elsewhere, .open, .open),
      Answer("08006", "", "FATAL", .elsewhere, .open, .open),
      Answer("53300", "", "FATAL", .elsewhere, .open, .open),
      Answer("57P01", "", "FATAL", .elsewhere, .open, .open),
      Answer("57014", "", "ERROR", .elsewhere, .open, .open),
      Answer("58000", "", "FATAL", .elsewhere, .open, .open),
      Answer("XX000", "", "FATAL", .elsewhere, .open, .open),
      Answer("28P01", "", "FATAL", .refused, .open, .open),
      Answer("3D000", "", "FATAL", .refused, .open, .open),
    ])
  func known(_ answer: Answer) {
    let refusal = ServerRefusal(severity: answer.severity, function: answer.function)
    let failure = Failure.refused(state: answer.state, by: refusal)
    let found = [
      failure, failure.behindCommit(isCommits: false), failure.behindCommit(isCommits: true),
    ]
    #expect(found.map(Self.outcome) == answer.known)
  }

  struct Refused: Sendable {
    let state: String
    let by: ServerRefusal
    let name: String?

    init(_ state: String, _ by: ServerRefusal, _ name: String?) {
      (self.state, self.by, self.name) = (state, by, name)
    }
  }

  @Test(
    "names what an owner added, and nothing of regapp's",
    arguments: [
      Refused(
        "23505", ServerRefusal(schema: "public", table: "account", constraint: "mine"),
        "the unique index mine on public.account"),
      Refused(
        "23503", ServerRefusal(schema: "public", table: "team", constraint: "team_key_fkey"),
        "the foreign key team_key_fkey of public.team"),
      Refused(
        "23001", ServerRefusal(schema: "public", table: "team", constraint: "team_key_fkey"),
        "the foreign key team_key_fkey of public.team"),
      Refused(
        "23514", ServerRefusal(schema: "public", table: "account", constraint: "stop"),
        "the check stop of public.account"),
      Refused(
        "23P01", ServerRefusal(schema: "public", table: "account", constraint: "apart"),
        "the exclusion constraint apart of public.account"),
      Refused(
        "23502", ServerRefusal(schema: "public", table: "account", column: "team"),
        "the column public.account.team"),
      Refused(
        "23502", ServerRefusal(schema: "public", type: "nonempty"), "the domain public.nonempty"),
      Refused(
        "23514", ServerRefusal(schema: "public", type: "short", constraint: "short_check"),
        "the domain public.short"),
      Refused(
        "55000", ServerRefusal(function: "CheckCmdReplicaIdentity"),
        "a publication of a table without REPLICA IDENTITY"),
      Refused("55000", ServerRefusal(function: "elog"), nil),
      Refused(
        "54000", ServerRefusal(schema: "public", table: "account", constraint: "mine"),
        "the index mine on public.account"),
      Refused("54000", ServerRefusal(function: "index_form_tuple"), "an index"),
      Refused("22012", ServerRefusal(function: "int4div"), nil),
      Refused("42P01", ServerRefusal(ownFunction: "public.audit()"), "the function public.audit()"),
      Refused("42501", ServerRefusal(ownFunction: "public.audit()"), "the function public.audit()"),
      Refused("57P01", ServerRefusal(ownFunction: "public.audit()"), "the function public.audit()"),
      // Others were at work: a lock, a limit, another transaction.
      Refused("55P03", ServerRefusal(ownFunction: "public.audit()"), nil),
      Refused("57014", ServerRefusal(ownFunction: "public.audit()"), nil),
      Refused("40001", ServerRefusal(ownFunction: "public.audit()"), nil),
      Refused(
        "40001", ServerRefusal(function: "exec_stmt_raise", ownFunction: "public.audit()"),
        "the function public.audit()"),
      Refused("42P01", ServerRefusal(function: "parserOpenTable"), nil),
    ])
  func own(_ refused: Refused) {
    #expect(refused.by.own(refused.state) == refused.name)
  }

  @Test(
    "has the function that ran, in whatever language the server speaks",
    arguments: [
      ("PL/pgSQL function public.audit() line 1 at SQL statement", "public.audit()"),
      ("функция PL/pgSQL public.audit(), строка 1, оператор SQL-оператор", "public.audit()"),
      (
        "SQL statement \"insert into audit_log values (1)\"\nPL/pgSQL function audit.note(text,text) line 3 at SQL statement",
        "audit.note(text,text)"
      ),
      ("PL/pgSQL function regapp_api.regapp_attempt(text,text) line 15 at SQL statement", nil),
      (
        "PL/pgSQL function public.audit() line 1 at RAISE\nPL/pgSQL function regapp_api.regapp_seen(text,text,text,text) line 9 at SQL statement",
        "public.audit()"
      ),
      ("PL/pgSQL function inline_code_block line 2 at RAISE", nil), ("", nil),
      ("COPY incoming, line 3", nil),
    ] as [(String, String?)])
  func function(context: String, name: String?) {
    #expect(ServerRefusal.ownFunction(in: context) == name)
  }

  @Test("of which nobody knows the reason is 69 for what only reads, and 74 for a write")
  func lost() {
    for failure in [Failure.lost(inTime: true), .lost(inTime: false)] {
      #expect(
        failure.error(.read, "db")
          == .store(StoreFault(.connection, "db", PostgresFault.unreachable)))
    }
    #expect(
      Failure.lost(inTime: false).error(.write, "db")
        == .store(StoreFault(.write, "db", PostgresFault.noAnswer)))
  }

  @Test("leaves the time of a write to all that is asked beside it")
  func outage() {
    var outage = ServerOutage()
    #expect(outage.limit(patience: 10) == nil)
    let now = ContinuousClock.now
    outage.note(since: now - .seconds(10), patience: 10, at: now)
    // Of 35 seconds, ten are over; and what fails later changes nothing.
    for _ in 0..<2 {
      #expect(outage.limit(patience: 10, at: now)?.end == now + .seconds(25))
      outage.note(since: now, patience: 10, at: now)
    }
    // So it is if each takes as long as one is waited for.
    var long = ServerOutage()
    let start = now - .seconds(21)
    long.note(since: start, patience: 10, at: start + .milliseconds(10_100))
    long.note(since: start + .milliseconds(10_300), patience: 10, at: start + .milliseconds(20_400))
    #expect(long.limit(patience: 10, at: now)?.end == now + .seconds(14))
    // Behind it, a server that is back has a second, and no more for all that a command asks.
    for seconds in [36, 41, 50] {
      var late = ServerOutage()
      late.note(since: now - .seconds(seconds), patience: 10, at: now)
      #expect(late.limit(patience: 10, at: now)?.end == now + .seconds(1))
    }
    // The outage was long ago.
    var old = ServerOutage()
    old.note(since: now - .seconds(61), patience: 10, at: now)
    #expect(old.limit(patience: 10, at: now) == nil)
  }
}
