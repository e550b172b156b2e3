import Synchronization

/// Posts messages into a running loop from any thread, and wakes it.
///
/// Messages arrive in the order in which they were posted. Messages posted after the loop's end are
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
    // One byte serves all messages until the loop looks, so the pipe never fills with them.
    if isFirst { WakePipe.wake() }
  }

  var isEmpty: Bool { box.posted.withLock { $0.messages.isEmpty } }

  /// The messages posted since the last call.
  func collect() -> [Message] {
    box.posted.withLock { posted in
      defer { posted.messages = [] }
      return posted.messages
    }
  }

  func close() { box.posted.withLock { $0 = ([], true) } }
}
