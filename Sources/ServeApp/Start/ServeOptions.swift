import Accounts
import AccountsApp
import CommandKit
import HTTP
import Product

/// The options of `regapp serve`, validated together.
struct ServeOptions {
  let place: Listener.Place
  let servesDoorAlone: Bool
  /// The proxies that say which client sent each request; nil if none is named.
  let proxies: TrustedProxies?
  /// The page's address; nil if neither the options, nor the environment, nor the rulebook say it.
  let address: ServeAddress?

  static let defaultPort = "8466"

  /// - Parameter rulebook: that of the accounts; nil if they cannot be read.
  init(_ invocation: Invocation, under rulebook: Rulebook?) throws {
    let (arguments, environment) = (invocation.arguments, invocation.context.environment)
    servesDoorAlone = arguments.has("--door")
    proxies =
      try TrustedProxies(arguments, environment)
      ?? (arguments.has("--trust-forwarded") ? .nearest : nil)
    place = try Self.place(arguments, environment)
    address =
      try arguments[InvitationOptions.url]
      ?? InvitationOptions.address(in: environment, under: rulebook ?? .register)
    // Before a socket is made, which does not say where the page is.
    if rulebook != nil, case .socket = place, !servesDoorAlone, address == nil {
      throw Self.noAddress
    }
  }

  /// The page's address.
  ///
  /// - Parameter isSettled: the rulebook was read, so that `address` has what it says.
  func pageAddress(at listener: Listener, isSettled: Bool) throws(Report) -> PageAddress {
    let other = ServeAddress(listener.name)
    switch (servesDoorAlone, address ?? (isSettled ? other : nil)) {
    case (true, _): return .none
    case (false, let address?): return .known(address)
    case (false, nil) where isSettled: throw Self.noAddress
    case (false, nil): return .ofRulebook(else: other)
    }
  }

  static let noAddress = Report.usage(
    "a socket does not say under which address the page is seen",
    hint: "give --url https://HOST/PATH/, or --door to serve the door alone")

  private static func place(
    _ arguments: Arguments, _ environment: Environment
  ) throws -> Listener.Place {
    let (socket, listen) = (arguments["--socket"], arguments["--listen"])
    let isInherited = Listener.isInherited { environment[$0] }
    guard [socket != nil, listen != nil, isInherited].count(where: \.self) < 2 else {
      throw Report.usage(
        "two places to listen at", hint: "give --socket or --listen, or let systemd pass one")
    }
    if let socket { return .socket(path: socket, group: arguments["--group"]) }
    guard arguments["--group"] == nil else {
      throw Report.usage("--group works only with --socket", hint: "give --socket PATH")
    }
    if isInherited { return .inherited }
    let typed = listen ?? defaultPort
    guard let place = Listener.Place(port: typed) else {
      throw Report.usage(
        "--listen must be a port of this machine, not '\(visible(typed))'",
        hint: "write --listen 8466, 127.0.0.1:8466 or [::1]:8466, and put a proxy before it")
    }
    return place
  }
}
