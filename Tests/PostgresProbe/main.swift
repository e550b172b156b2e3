import Accounts
import Glibc
import PostgresAccounts
import Synchronization

// A client that writes once and kills itself at a call of libpq. Only tests run it: `PostgresProbe
// ADDRESS WRITE NUMBER`. It ends by itself, with 0, if there are fewer calls. With an address
// alone, it tells what is read from that.

final class Calls: Sendable {
  private let count = Mutex(0)
  private let last: Int

  init(upTo last: Int) { self.last = last }

  func made() {
    let number = count.withLock { count in
      count += 1
      return count
    }
    if number == last { kill(getpid(), SIGKILL) }
  }
}

func run(_ words: [String]) async throws {
  if words.count == 2 {
    do {
      let address = try DatabaseAddress(words[1])
      print(address.subject, address.directoryName, address.weakMode ?? "-")
    } catch {
      guard case .store(let fault) = error else { throw error }
      print(fault.reason)
    }
    return
  }
  guard words.count == 4, let write = Write(rawValue: words[2]), let last = Int(words[3]) else {
    throw Write.Refused()
  }
  let calls = Calls(upTo: last)
  var libpq = Libpq()
  // Between one call and the next nothing reaches the server.
  libpq.watch = { _, isMade in if !isMade { calls.made() } }
  let registry = Registry(
    database: try DatabaseAddress(words[1]), today: { .distantPast }, libpq: libpq)
  try await write.perform(on: registry.store)
}

do { try await run(CommandLine.arguments) } catch { exit(1) }
