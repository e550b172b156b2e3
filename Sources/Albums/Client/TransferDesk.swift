import Dispatch
import Foundation
import FoundationNetworking
import Synchronization

/// A request in progress.
struct Transfer {
  let url: URL
  let limit: Int
  let continuation: CheckedContinuation<Result<Reply, AlbumsError>, Never>
  var response: HTTPURLResponse?
  var body = Data()
}

/// URLSession delegate. Completes each request exactly once; later events are ignored.
final class TransferDesk: NSObject, URLSessionDataDelegate {
  private enum Stage {
    /// Registered, not yet begun.
    case expected
    /// Ended before it began.
    case over(Result<Reply, AlbumsError>)
    case underWay(Transfer)
  }

  private let stages = Mutex<[Int: Stage]>([:])
  /// Cancelling waits for the network thread, so it must not happen on that thread.
  private let canceller = DispatchQueue(label: "albums.cancel")

  /// Allows a task to be ended from now on, even before it has begun.
  func expect(_ task: URLSessionTask) {
    stages.withLock { $0[task.taskIdentifier] = .expected }
  }

  func begin(_ task: URLSessionTask, _ transfer: Transfer) {
    let outcome = stages.withLock { stages -> Result<Reply, AlbumsError>? in
      if case .over(let outcome) = stages.removeValue(forKey: task.taskIdentifier) {
        return outcome
      }
      stages[task.taskIdentifier] = .underWay(transfer)
      return nil
    }
    if let outcome {
      // A session waits for each of its tasks, even one that never began.
      cancel(task)
      return transfer.continuation.resume(returning: outcome)
    }
    task.resume()
    // If it was ended in between, that cancel may have come before the resume.
    if stages.withLock({ $0[task.taskIdentifier] == nil }) { cancel(task) }
  }

  func end(_ task: URLSessionTask, _ outcome: Result<Reply, AlbumsError>) {
    let transfer = stages.withLock { stages -> Transfer? in
      switch stages.removeValue(forKey: task.taskIdentifier) {
      case .underWay(let transfer): return transfer
      case .expected, .over: stages[task.taskIdentifier] = .over(outcome)
      case nil: break
      }
      return nil
    }
    guard let transfer else { return }
    cancel(task)
    transfer.continuation.resume(returning: outcome)
  }

  private func cancel(_ task: URLSessionTask) { canceller.async { task.cancel() } }

  /// Updates a transfer that has not ended; ends it if `body` returns a result.
  private func change(
    _ task: URLSessionTask, _ body: (inout Transfer) -> Result<Reply, AlbumsError>?
  ) {
    let outcome = stages.withLock { stages -> Result<Reply, AlbumsError>? in
      // Removed while it changes, so that its body is not copied.
      guard case .underWay(var transfer) = stages.removeValue(forKey: task.taskIdentifier) else {
        return nil
      }
      let outcome = body(&transfer)
      stages[task.taskIdentifier] = .underWay(transfer)
      return outcome
    }
    if let outcome { end(task, outcome) }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    change(dataTask) { transfer in
      guard let response = response as? HTTPURLResponse else { return nil }
      transfer.response = response
      switch response.statusCode {
      // Informational responses precede the real one.
      case 100..<200: return nil
      case 200, 400:
        return response.expectedContentLength > Int64(transfer.limit)
          ? .failure(.tooLarge(limit: transfer.limit)) : nil
      // The body of any other status is not needed, however long it is.
      default: return .success(transfer.reply(response))
      }
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    change(dataTask) { transfer in
      guard transfer.body.count + data.count <= transfer.limit else {
        return .failure(.tooLarge(limit: transfer.limit))
      }
      transfer.body.append(data)
      return nil
    }
  }

  /// A redirect ends the transfer; the caller decides whether to follow it.
  ///
  /// `completionHandler` is never called. URLSession on Linux traps if the task was cancelled in
  /// the meantime, which cannot be ruled out; a cancelled task does not miss the call.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    change(task) { transfer in
      var reply = transfer.reply(response)
      reply.location = request.url
      return .success(reply)
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    change(task) { transfer in
      if let error {
        return .failure(
          TransferFault.error(
            error as NSError, url: transfer.url, hasBegun: transfer.response != nil))
      }
      guard let response = transfer.response ?? task.response as? HTTPURLResponse else {
        return .failure(.connectionLost)
      }
      return .success(transfer.reply(response))
    }
  }
}

extension Transfer {
  fileprivate func reply(_ response: HTTPURLResponse) -> Reply {
    Reply(
      status: response.statusCode, retryAfter: response.value(forHTTPHeaderField: "Retry-After"),
      body: body)
  }
}
