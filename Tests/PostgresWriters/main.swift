import Accounts
import Dispatch
import Glibc
import PostgresAccounts
import Synchronization

// Writers for Scripts/check/torture-postgres: `PostgresWriters ADDRESS COUNT LOG`. They write until
// standard input ends. Each has a store, and so a connection, of its own.

/// Prints questions and answers, a line each, by the clock that Python's time.monotonic() reads
/// too: `TIME TOKEN invoke KIND FROM FROM`, `TIME TOKEN ANSWER REASON`.
final class Log: Sendable {
  private let file: Int32

  init?(_ path: String) {
    file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
  }

  /// The time, in nanoseconds.
  static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }

  func write(_ token: String, _ words: String..., at instant: Int = now) {
    let line = Array("\(instant) \(token) \(words.joined(separator: " "))\n".utf8)
    // A log that lacks a line proves nothing.
    guard Glibc.write(file, line, line.count) == line.count else { exit(2) }
  }
}

/// Makes accounts, counts in two, its own and one that all writers share, and takes back what it or
/// others did last. Every value is new, and an undo has its token as its user, so that the history
/// tells each write from all others.
struct Writer {
  let number: Int
  let store: any AccountStore
  let log: Log
  let end: End

  private var own: String { "own\(number)@torture.example.com" }
  private let shared = "shared@torture.example.com"

  init(_ number: Int, _ address: DatabaseAddress, _ log: Log, end: End) {
    self.number = number
    store = Registry(database: address).store
    (self.log, self.end) = (log, end)
  }

  func run() async {
    var writes = 0
    while !end.isSet {
      writes += 1
      let token = "n\(number)x\(writes)"
      do throws(AccountsError) {
        switch Int.random(in: 0..<12) {
        case 10..<12:
          // Taking back an undo together with what it took back changes no account.
          if try await undo(1, token) { _ = try await undo(2, "\(token)y") }
        case 0..<3: await add("\(token)@torture.example.com", token)
        case 3..<7: try await count(in: [own], token)
        case 7..<9: try await count(in: [shared], token)
        default: try await count(in: [own, shared], token)
        }
      } catch {
        log.write(token, "unread", Self.reason(error))
      }
    }
  }

  private func add(_ email: String, _ token: String) async {
    var values = FieldValues()
    (values.email, values.lastName) = (email, token)
    values.password = "$5$abcdefgh$0SD0b8d1dsfQumXtowD6Y5j7mqe1I1e8XY/GQopAyn4"
    // An undo goes by the id.
    values[text: .id] = GivenID(.random(), to: email).text
    await apply([.add(NewAccount(values))], .register, token, "add", [])
  }

  /// Sets the accounts from what they hold to the token, in one write.
  private func count(in names: [String], _ token: String) async throws(AccountsError) {
    var changes: [AccountChange] = []
    var seen: [String] = []
    for name in names {
      let found = try await store.find(.name(AccountName(name))).accounts.first
      guard let found, let id = found.nameKey else { return await add(name, token) }
      let edits = [AccountRecord.Change(.lastName, from: found.values.lastName, to: token)]
      changes.append(.edit(id, edits))
      seen.append(found.values.lastName ?? "-")
    }
    await apply(changes, .edit, token, "edit", seen)
  }

  /// Takes back the newest changes; whether it did. It begins with its look at the history: a
  /// change with a lower number than those may end behind that.
  private func undo(_ count: Int, _ token: String) async throws(AccountsError) -> Bool {
    let begin = Log.now
    let page = try await store.history(below: nil, limit: count)
    guard page.entries.count == count, page.entries.allSatisfy(\.keepsValues) else {
      return false
    }
    var plan = UndoPlan()
    for entry in page.entries { plan.add(entry) }
    var options = WriteOptions(by: Attribution(.undo, user: token))
    options.undo = UndoBasis(position: page.position)
    options.attribution.undid = page.entries.compactMap(\.number)
    log.write(token, "invoke", "undo", "", at: begin)
    do throws(AccountsError) {
      let done = try await store.apply(plan.changes, options)
      log.write(token, done.value.refusals.isEmpty ? "ok" : "refused", "-")
      return done.value.refusals.isEmpty
    } catch .historyMovedOn {
      log.write(token, "refused", "moved-on")
    } catch {
      fail(token, error)
    }
    return false
  }

  private func apply(
    _ changes: [AccountChange], _ kind: ChangeKind, _ token: String, _ word: String,
    _ seen: [String]
  ) async {
    log.write(token, "invoke", word, seen.joined(separator: " "))
    do throws(AccountsError) {
      let done = try await store.apply(changes, WriteOptions(by: Attribution(kind)))
      if !done.value.refusals.isEmpty {
        log.write(token, "refused", "-")
      } else if done.value.effects.contains(.unchanged) {
        log.write(token, "unchanged", "-")
      } else {
        log.write(token, "ok", "-")
      }
    } catch {
      fail(token, error)
    }
  }

  private func fail(_ token: String, _ error: AccountsError) {
    // Only one kind of failure leaves it open whether it was written.
    if case .store(let fault) = error, fault.kind == .durability {
      log.write(token, "unknown", Self.reason(error))
    } else {
      log.write(token, "failed", Self.reason(error))
    }
  }

  private static func reason(_ error: AccountsError) -> String {
    guard case .store(let fault) = error else { return "\(error)" }
    return "\(fault.reason)"
  }
}

/// Whether to stop.
final class End: Sendable {
  private let flag = Atomic(false)
  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
}

func run(_ words: [String]) async -> Int32 {
  guard words.count == 4, let count = Int(words[2]), let log = Log(words[3]),
    let address = try? DatabaseAddress(words[1])
  else { return 64 }
  let end = End()
  DispatchQueue.global().async {
    var byte: UInt8 = 0
    while read(0, &byte, 1) > 0 {}
    end.set()
  }
  await withTaskGroup(of: Void.self) { group in
    for number in 0..<count {
      group.addTask { await Writer(number, address, log, end: end).run() }
    }
  }
  return 0
}

exit(await run(CommandLine.arguments))
