import Foundation
import Synchronization
import Testing

@testable import AccountsFile

@Suite("The name of the user who runs the program") struct UserNameTests {
  private static func name(of user: uid_t) -> String {
    var calls = SystemCalls()
    calls.user = { user }
    return Disk(queue: DiskQueue(), calls: calls).userName()
  }

  @Test("is their own, whoever else is looked up at the same time")
  func atOnce() {
    let users: [uid_t] = [0, 1, 2, 3]
    let names = users.map(Self.name)
    let wrong = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for _ in 0..<2_000 {
        let name = Self.name(of: users[thread])
        if name != names[thread] { wrong.withLock { $0.append(name) } }
      }
    }
    #expect(wrong.withLock { $0 } == [])
  }

  @Test("is a number where the system knows none")
  func unknown() { #expect(Self.name(of: 4_123_456_789) == "4123456789") }
}
