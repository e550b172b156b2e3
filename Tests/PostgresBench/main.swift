// Finds, changes or verifies accounts over some connections for some seconds, and prints how many a
// second:
//
//     PostgresBench find|change|verify ADDRESS ACCOUNTS CONNECTIONS SECONDS
//
// The accounts are user1@example.com and so on; their password is secret1. Scripts/benches/postgres.py
// runs it beside pgbench.
import Accounts
import Glibc
import PostgresAccounts

let words = CommandLine.arguments.dropFirst()
let numbers = words.dropFirst(2).compactMap { Int($0) }
guard words.count == 5, numbers.count == 3, let kind = words.first else { exit(64) }
let (accounts, connections, seconds) = (numbers[0], numbers[1], numbers[2])
let address = try DatabaseAddress(words[words.startIndex + 1])
let clock = ContinuousClock()
let end = clock.now + .seconds(seconds)
let total = try await withThrowingTaskGroup(of: Int.self) { group in
  for connection in 0..<connections {
    group.addTask {
      let registry = Registry(database: address)
      let store = registry.store
      // Each connection changes accounts of its own, and knows what they hold.
      var held: [Int: String] = [:]
      var count = 0
      while clock.now < end {
        let number =
          Int.random(in: 0..<accounts / connections) * connections + connection + 1
        let name = AccountName("user\(number)@example.com")
        if kind == "find" {
          guard try await store.find(.name(name, in: .email)).accounts.count == 1 else {
            exit(65)
          }
        } else if kind == "verify" {
          let password = PasswordEntry("secret1")
          guard
            try await registry.verify(
              LoginRequest(email: name.text, password: password))
          else { exit(65) }
        } else {
          let (old, new) = (held[number], "L\(count)")
          let edits = [AccountRecord.Change(.phone, from: old, to: new)]
          let done = try await store.apply(
            [.edit(NameKey(.email, name), edits, mayBreakRules: true)], WriteOptions())
          guard done.value.effects == [.changed] else { exit(65) }
          held[number] = new
        }
        count += 1
      }
      return count
    }
  }
  var total = 0
  while let count = try await group.next() { total += count }
  return total
}
print(total / seconds)
