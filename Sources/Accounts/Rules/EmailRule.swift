import TextTools

/// An email is always an address; beyond that its parts may have to be longer than one character.
public struct EmailRule: Sendable, Hashable {
  /// Whether an account must have an email; always where it is the key.
  public var required: Bool
  /// At least as many characters before the `@`.
  public var beforeAt: Int
  /// At least as many characters between the `@` and the first dot after it.
  public var firstLabel: Int
  /// At least as many characters after that dot.
  public var afterDot: Int
  /// At most as many characters; nil for as many as an address may have.
  public var maximumCharacters: Int?
  /// The only domains that are allowed, compared without case; a sub-domain is another domain.
  /// Empty allows all.
  public var domains: [String]

  /// A rule; what is left out asks for no more than an address.
  public init(
    required: Bool = false, beforeAt: Int = 1, firstLabel: Int = 1, afterDot: Int = 2,
    maximumCharacters: Int? = nil, domains: [String] = []
  ) {
    self.required = required
    self.beforeAt = beforeAt
    self.firstLabel = firstLabel
    self.afterDot = afterDot
    self.maximumCharacters = maximumCharacters
    self.domains = domains
  }

  /// Whether some address keeps the rule.
  var canBeMet: Bool {
    // The part before the `@` may have any length that its minimum leaves.
    let before = String(repeating: "a", count: beforeAt)
    if !domains.isEmpty {
      return domains.contains { brokenRules("\(before)@\($0)".utf8.span).isEmpty }
    }
    let most = min(maximumCharacters ?? .max, EmailAddress.maximumBytes)
    return beforeAt + firstLabel + afterDot + 2 <= most
  }

  /// Why a text is not a domain; nil if it is one.
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
