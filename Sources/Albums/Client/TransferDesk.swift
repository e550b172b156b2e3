import Foundation
import FoundationNetworking
import Synchronization

/// A request under way.
struct Transfer {
  let url: URL
  let host: String
  let limit: Int
  let continuation: CheckedContinuation<Result<Reply, AlbumsError>, Never>
  var response: HTTPURLResponse?
  var body = Data()
  var redirects = 0
}

/// Hears what a session has to say of its requests, and ends each exactly once: whoever ends it
/// first says how, and all that comes later is not listened to.
final class TransferDesk: NSObject, URLSessionDataDelegate {
  private struct Desk {
    var transfers: [Int: Transfer] = [:]
    /// Those that were ended before they began.
    var ended: [Int: Result<Reply, AlbumsError>] = [:]
  }

  private let desk = Mutex(Desk())

  func begin(_ task: URLSessionTask, _ transfer: Transfer) {
    let ended = desk.withLock { desk in
      let ended = desk.ended.removeValue(forKey: task.taskIdentifier)
      if ended == nil { desk.transfers[task.taskIdentifier] = transfer }
      return ended
    }
    if let ended { return transfer.continuation.resume(returning: ended) }
    task.resume()
    // Where it was ended meanwhile, the end came too early to stop it.
    if desk.withLock({ $0.transfers[task.taskIdentifier] == nil }) { task.cancel() }
  }

  func end(_ task: URLSessionTask, _ outcome: Result<Reply, AlbumsError>) {
    let transfer = desk.withLock { desk -> Transfer? in
      let transfer = desk.transfers.removeValue(forKey: task.taskIdentifier)
      if transfer == nil, task.state == .suspended { desk.ended[task.taskIdentifier] = outcome }
      return transfer
    }
    if transfer != nil { task.cancel() }
    transfer?.continuation.resume(returning: outcome)
  }

  /// Changes a transfer that has not ended, and ends it where that says so.
  private func change(
    _ task: URLSessionTask, _ body: (inout Transfer) -> Result<Reply, AlbumsError>?
  ) {
    let outcome = desk.withLock { desk -> Result<Reply, AlbumsError>? in
      guard var transfer = desk.transfers.removeValue(forKey: task.taskIdentifier) else {
        return nil
      }
      let outcome = body(&transfer)
      desk.transfers[task.taskIdentifier] = transfer
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
      // What comes before the answer proper.
      case 100..<200: return nil
      case 200, 400:
        return response.expectedContentLength > Int64(transfer.limit)
          ? .failure(.tooLarge(limit: transfer.limit)) : nil
      // Nobody reads what else these say, however long it is.
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

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    var isAllowed = false
    change(task) { transfer in
      transfer.redirects += 1
      guard let url = request.url, transfer.redirects <= Self.greatestRedirects,
        transfer.allowsRedirect(to: url)
      else { return .failure(.redirected(toHost: request.url?.host ?? "")) }
      isAllowed = true
      return nil
    }
    completionHandler(isAllowed ? request : nil)
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

  private static let greatestRedirects = 5
}

extension Transfer {
  fileprivate func reply(_ response: HTTPURLResponse) -> Reply {
    Reply(
      status: response.statusCode, retryAfter: response.value(forHTTPHeaderField: "Retry-After"),
      body: body)
  }

  /// Within the host, and never from a secure connection to one that is not.
  fileprivate func allowsRedirect(to other: URL) -> Bool {
    guard other.host?.lowercased() == host.lowercased() else { return false }
    if other.scheme == url.scheme { return other.port == url.port }
    return other.scheme == "https"
  }
}
