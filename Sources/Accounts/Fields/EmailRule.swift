import TextTools

/// Requirements on emails, beyond being an address.
public struct EmailRule: Sendable, Hashable {
  /// The least number of characters before the `@`.
  public var beforeAt: Int
  /// The least number of characters between the `@` and the first dot after it.
  public var firstLabel: Int
  /// The least number of characters after that dot.
  public var afterDot: Int
  /// The greatest number of characters; nil for the limit of addresses.
  public var maximumCharacters: Int?
  /// Allowed domains, compared without case; a sub-domain is another domain. Empty allows all.
  public var domains: [String]

  /// By default, any address is accepted.
  public init(
    beforeAt: Int = 1, firstLabel: Int = 1, afterDot: Int = 2, maximumCharacters: Int? = nil,
    domains: [String] = []
  ) {
    self.beforeAt = beforeAt
    self.firstLabel = firstLabel
    self.afterDot = afterDot
    self.maximumCharacters = maximumCharacters
    self.domains = domains
  }

  /// True if some address keeps the rule.
  var canBeMet: Bool {
    // The part before the `@` may have any length that its minimum leaves.
    let before = String(repeating: "a", count: beforeAt)
    if !domains.isEmpty {
      return domains.contains { brokenRules("\(before)@\($0)".utf8.span).isEmpty }
    }
    let most = min(maximumCharacters ?? .max, EmailAddress.maximumBytes)
    return beforeAt + firstLabel + afterDot + 2 <= most
  }

  static func fault(inDomain text: String) -> FieldRule? {
    EmailAddress.brokenRule("a@\(text)".utf8.span)
  }

  func brokenRules(_ utf8: Span<UInt8>) -> [FieldRule] {
    if let rule = EmailAddress.brokenRule(utf8) { return [rule] }
    // An address is ASCII: its bytes are its characters.
    let at = utf8.firstIndex(of: UInt8(ascii: "@")) ?? utf8.count
    let host = utf8.extracting(droppingFirst: at + 1)
    let label = host.firstIndex(of: UInt8(ascii: ".")) ?? host.count
    var broken: [FieldRule] = []
    if at < beforeAt { broken.append(.charactersBeforeAt(beforeAt)) }
    if label < firstLabel { broken.append(.charactersInFirstLabel(firstLabel)) }
    if host.count - label - 1 < afterDot { broken.append(.charactersAfterDot(afterDot)) }
    if let most = maximumCharacters, utf8.count > most { broken.append(.maximumCharacters(most)) }
    if !domains.isEmpty {
      let host = AccountName(String(host))
      if !domains.contains(where: { AccountName($0) == host }) { broken.append(.domains(domains)) }
    }
    return broken
  }
}
