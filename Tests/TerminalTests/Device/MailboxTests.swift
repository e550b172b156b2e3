import Foundation
import Testing

@testable import Terminal

/// Messages from other threads.
@Suite struct MailboxTests {
  @Test("messages of a thread arrive in order, and none is lost")
  func order() throws {
    try WakePipe.open()
    let mailbox = Mailbox<[Int]>()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 0..<1000 { mailbox.post([thread, number]) }
    }
    let messages = mailbox.collect()
    #expect(messages.count == 8000)
    for thread in 0..<8 {
      #expect(messages.filter { $0[0] == thread }.map { $0[1] } == Array(0..<1000))
    }
    #expect(mailbox.isEmpty)
  }

  @Test("messages posted after the end are dropped without harm")
  func afterTheEnd() throws {
    try WakePipe.open()
    let mailbox = Mailbox<Int>()
    mailbox.post(1)
    mailbox.close()
    mailbox.post(2)
    #expect(mailbox.collect() == [])
  }
}
