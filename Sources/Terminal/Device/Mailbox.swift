import Synchronization

/// Posts messages into a running loop from any thread, and wakes it.
///
/// Messages come in the order in which they were posted. What is posted after the loop's end is
/// dropped.
package struct Mailbox<Message: Sendable>: Sendable {
  private final class Box: Sendable {
    let posted = Mutex<(messages: [Message], isClosed: Bool)>(([], false))
  }

  private let box = Box()

  init() {}

  package func post(_ message: Message) {
    let isFirst = box.posted.withLock { posted in
      if posted.isClosed { return false }
      posted.messages.append(message)
      return posted.messages.count == 1
    }
    // One byte is enough for all that come before the loop looks, so the pipe is never full of them.
    if isFirst { WakePipe.wake() }
  }

  var isEmpty: Bool { box.posted.withLock { $0.messages.isEmpty } }

  /// What was posted since the last time.
  func collect() -> [Message] {
    box.posted.withLock { posted in
      defer { posted.messages = [] }
      return posted.messages
    }
  }

  func close() {
    box.posted.withLock { $0 = ([], true) }
  }
}
