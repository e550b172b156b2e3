import Albums
import CommandKit

/// How to query the catalogue, from the environment and the options.
struct CatalogueSetting {
  let client: ITunesClient
  let reading: Reading
  /// The store that is named; nil for the usual ones.
  let country: Country?

  init(_ invocation: Invocation) throws {
    let environment = invocation.context.environment
    client = ITunesClient(
      address: try Self.address(environment),
      region: Country(region: Self.region(environment)),
      cache: Self.cacheDirectory(invocation.context).map { AnswerCache(directory: $0) },
      clock: invocation.world.clock, limits: invocation.world.limits)
    let arguments = invocation.arguments
    reading =
      arguments.has("--refresh") ? .refresh : arguments.has("--offline") ? .offline : .keptFirst
    country = try arguments.country()
  }

  private static func address(_ environment: Environment) throws -> ITunesAddress {
    guard let text = environment["REGAPP_ITUNES_URL"] else { return .apple }
    guard let address = ITunesAddress(text) else {
      throw Report.usage(
        "REGAPP_ITUNES_URL must begin with http:// or https://, without user, query, fragment",
        hint: "use one such as http://127.0.0.1:8080")
    }
    return address
  }

  /// The region in the user's locale: RU of `ru_RU.UTF-8`.
  static func region(_ environment: Environment) -> String? {
    guard let locale = environment.locale, let line = locale.firstIndex(of: "_") else { return nil }
    return String(locale[locale.index(after: line)...].prefix { $0 != "." && $0 != "@" })
  }

  /// The directory of cached answers; nil without a home directory.
  static func cacheDirectory(_ context: Context) -> String? {
    // A relative path must be ignored.
    if let cacheHome = context.environment["XDG_CACHE_HOME"], cacheHome.hasPrefix("/") {
      return "\(cacheHome)/regapp/itunes"
    }
    let home = context.environment["HOME"] ?? context.passwdHome ?? ""
    return home.hasPrefix("/") ? "\(home)/.cache/regapp/itunes" : nil
  }
}

extension Arguments {
  fileprivate func country() throws -> Country? {
    guard let text = self["--country"] else { return nil }
    guard let country = Country(text) else {
      throw Report.usage(
        "--country must be two letters, not '\(visible(text))'", hint: "write --country ru")
    }
    return country
  }
}
