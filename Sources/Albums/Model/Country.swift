/// The country of a store: two letters.
public struct Country: Sendable, Hashable, CustomStringConvertible {
  /// In lower case.
  public let code: String

  /// Two letters in any case; nil for anything else. `uk` is read as `gb`.
  public init?(_ text: String) {
    guard text.utf8.count == 2, text.utf8.allSatisfy({ (97...122).contains($0 | 0x20) }) else {
      return nil
    }
    let code = String(decoding: text.utf8.map { $0 | 0x20 }, as: UTF8.self)
    self.code = code == "uk" ? "gb" : code
  }

  /// The store of a user's region; the United States' if the region has none or is unknown.
  public init(region: String?) {
    let country = region.flatMap { Country($0) }
    self = country.flatMap { Country.withoutStore.contains($0.code) ? nil : $0 } ?? .unitedStates
  }

  private init(known code: String) { self.code = code }

  public static let russia = Country(known: "ru")
  public static let unitedStates = Country(known: "us")

  public var description: String { code }

  /// Regions known to have no store. Others are found by asking.
  private static let withoutStore: Set = ["pr", "cu", "kp", "ir", "sy", "aq", "cw", "gu"]
}
