import Accounts

/// A way to a guarded host: where somebody wanted to go, and the digest of the nonce that the
/// browser got there.
struct WayIn: Sendable, Hashable {
  let host: GuardedHost
  let path: ReturnPath
  /// The digest of the nonce.
  let at: String
  /// Whether the request that began it was to change something, and comes again from nowhere.
  var hasUnsaved = false

  /// The parameters of the page.
  var query: String {
    "host=\(ServeAddress.escaped(host.text))&path=\(path.parameter)&at=\(at)"
      + (hasUnsaved ? "&unsaved=yes" : "")
  }
}

/// A host at which sessions count: a guarded one, or the page's own.
struct LoginPlace: Sendable, Hashable {
  /// Its name, without a port, which cookies do not know either.
  let host: String
  /// Whether it is one of this machine, over http.
  let isPlain: Bool

  init(_ host: GuardedHost) { (self.host, isPlain) = (host.name, host.isLoopback) }

  init(pageAt address: ServeAddress) {
    host = (try? GuardedHost(address.host))?.name ?? address.host.lowercased()
    isPlain = !address.isSecure
  }
}

extension ServeAddress {
  var isSecure: Bool { text.prefix(8).lowercased() == "https://" }

  /// Scheme and host as browsers write them in `Origin`: in lower case, without the usual port.
  var origin: String {
    let origin = text.dropLast(path.utf8.count).lowercased()
    let port = isSecure ? ":443" : ":80"
    return origin.hasSuffix(port) ? String(origin.dropLast(port.utf8.count)) : origin
  }
}
