import HTTP

/// The kind of a request that a web server asks about: how it can be led to the login.
enum AskedRequest: Sendable, Hashable {
  /// A person goes to an address: a redirect is followed.
  case navigation
  /// A page's own request, or a WebSocket: a redirect or a dialog would be of no use to it.
  case script
  /// A program, such as curl, git or WebDAV: it knows Basic.
  case program

  init(_ request: Request) {
    let mode = request.word("sec-fetch-mode")
    if mode == "navigate" {
      self = .navigation
    } else if mode != nil || request.word("origin") != nil {
      self = .script
    } else {
      // Programs name text/html, too; only browsers ask for a language.
      let isBrowser = request.accepts("text/html") && request.word("accept-language") != nil
      self = isBrowser ? .navigation : .program
    }
  }
}

/// How a browser shows the answer to a request, by what it says of itself.
enum Viewing: Sendable, Hashable {
  case window, frame
  /// In no place that a person sees.
  case other

  init(_ request: Request) {
    switch (request.word("sec-fetch-mode"), request.word("sec-fetch-dest")) {
    case (nil, nil), ("navigate", "document"): self = .window
    case (_, "iframe"), (_, "frame"), (_, "object"), (_, "embed"), (_, "fencedframe"): self = .frame
    default: self = .other
    }
  }
}

extension Request {
  /// The one value of a field, in lower case; nil if it is empty or not there. Of several it is a
  /// text that fits nothing.
  func word(_ name: String) -> String? {
    let values = values(of: name).filter { !$0.isEmpty }
    guard let value = values.first else { return nil }
    return values.count > 1 ? "," : String(decoding: value, as: UTF8.self).lowercased()
  }

  /// Whether `Accept` has a type by its name.
  fileprivate func accepts(_ type: String) -> Bool {
    values(of: "accept").flatMap { $0.split(separator: UInt8(ascii: ",")) }.contains { range in
      let name = range.prefix { $0 != UInt8(ascii: ";") }.trimmingSpace
      return String(decoding: name, as: UTF8.self).lowercased() == type
    }
  }
}
