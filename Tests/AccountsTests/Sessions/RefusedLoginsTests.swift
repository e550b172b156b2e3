import Synchronization
import TestSupport
import Testing

@testable import Accounts

@Suite("Logins that a store refuses until it has written their ends")
struct RefusedLoginsTests {
  private static func login(_ account: String) -> BrowserLogin {
    BrowserLogin(
      id: BrowserLogin.ID(), account: account, begun: 1, ends: 100, isKept: false, browser: "")
  }

  @Test("are written together, and one that is refused meanwhile in a write of its own")
  func together() async throws {
    let refused = RefusedLogins()
    let (first, late) = ([Self.login("ada"), Self.login("bob")], Self.login("eve"))
    let written = Mutex<[Set<BrowserLogin.ID>]>([])
    @Sendable func write() {
      refused.writeSoon { ids in
        written.withLock { $0.append(ids) }
        if ids.count == 2 {
          refused.refuse([late], at: 1)
          write()
        }
        refused.noteEnds(of: ids, written: ids)
      }
    }
    write()
    #expect(refused.newNotice() == nil)
    for login in first {
      refused.refuse([login], at: 1)
      write()
    }
    #expect(try await comesTrue { written.withLock { $0.count } == 2 })
    #expect(written.withLock { $0 } == [Set(first.map(\.id)), [late.id]])
    #expect(try await comesTrue { refused.ids.isEmpty })
  }
}
