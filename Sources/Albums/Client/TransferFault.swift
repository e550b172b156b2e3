import Foundation
import FoundationNetworking

/// Maps URLSession errors to `AlbumsError`.
enum TransferFault {
  /// - Parameter hasBegun: whether part of the answer had arrived.
  static func error(_ error: NSError, url: URL, hasBegun: Bool) -> AlbumsError {
    let host = url.host ?? ""
    switch URLError.Code(rawValue: error.code) {
    case .cancelled: return .cancelled
    case .timedOut: return .timedOut
    case _ where hasBegun: return .truncated
    case .cannotFindHost, .dnsLookupFailed: return .hostNotFound(host: host)
    case .cannotConnectToHost, .notConnectedToInternet, .dataNotAllowed: return .offline
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      return .insecure(host: host)
    case .httpTooManyRedirects: return .redirected(toHost: host)
    case .networkConnectionLost, .badServerResponse: return .connectionLost
    default:
      // URLSession on Linux has no code for these, but passes on curl's message.
      let words = error.localizedDescription.lowercased()
      func says(_ texts: String...) -> Bool { texts.contains { words.contains($0) } }
      if says("ssl", "tls", "certificate") { return .insecure(host: host) }
      if says("resolve") { return .hostNotFound(host: host) }
      if says("connect to", "unreachable", "no route") { return .offline }
      return .connectionLost
    }
  }
}
