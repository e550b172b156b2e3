import Glibc
import Synchronization
import Testing

@testable import CommandKit

@Suite("The main thread") struct MainThreadTests {
  @Test("takes work from itself alone, and does it in order")
  func ownWork() {
    let thread = MainThread()
    let caller = UInt(pthread_self())
    let places = Mutex<[(number: Int, thread: UInt)]>([])
    let code = thread.run {
      for number in 0..<3 {
        let isTaken = thread.takes {
          places.withLock { $0.append((number, UInt(pthread_self()))) }
        }
        #expect(isTaken)
      }
      let before = places.withLock { $0.count }
      #expect(before == 0)
      let isTakenFromOther = await Task.detached { thread.takes {} }.value
      #expect(!isTakenFromOther)
      return 7
    }
    #expect(code == 7)
    let done = places.withLock { $0 }
    #expect(done.map(\.number) == [0, 1, 2])
    #expect(done.allSatisfy { $0.thread == caller })
  }
}
