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
    if !domains.isEmpty { return domains.contains { brokenRules("\(before)@\($0)").isEmpty } }
    let most = min(maximumCharacters ?? .max, EmailAddress.maximumBytes)
    return beforeAt + firstLabel + afterDot + 2 <= most
  }

  /// Why a text is not a domain; nil if it is one.
  static func fault(inDomain text: String) -> FieldRule? {
    do { _ = try EmailAddress("a@\(text)") } catch { return error }
    return nil
  }

  func brokenRules(_ text: String) -> [FieldRule] {
    let address: EmailAddress
    do { address = try EmailAddress(text) } catch { return [error] }
    // An address is ASCII: its bytes are its characters.
    let host = address.host.utf8
    let label = host.prefix { $0 != UInt8(ascii: ".") }.count
    var broken: [FieldRule] = []
    if address.beforeAt.utf8.count < beforeAt { broken.append(.charactersBeforeAt(beforeAt)) }
    if label < firstLabel { broken.append(.charactersInFirstLabel(firstLabel)) }
    if host.count - label - 1 < afterDot { broken.append(.charactersAfterDot(afterDot)) }
    if let most = maximumCharacters, address.text.utf8.count > most {
      broken.append(.maximumCharacters(most))
    }
    if !domains.isEmpty, !domains.contains(where: { isSame($0, address.host) }) {
      broken.append(.domains(domains))
    }
    return broken
  }

  /// Whether UTF-8 alone shows that the rule is kept.
  func isObviouslyValid(_ utf8: Span<UInt8>) -> Bool {
    guard EmailAddress.fault(in: utf8) == nil else { return false }
    var at = 0
    while at < utf8.count, utf8[at] != UInt8(ascii: "@") { at += 1 }
    let host = utf8.extracting(droppingFirst: at + 1)
    var label = 0
    while label < host.count, host[label] != UInt8(ascii: ".") { label += 1 }
    // Domains are compared as text.
    return at >= beforeAt && label >= firstLabel && host.count - label - 1 >= afterDot
      && utf8.count <= maximumCharacters ?? .max && domains.isEmpty
  }

  private func isSame(_ domain: String, _ host: Substring) -> Bool {
    domain.utf8.lazy.map(\.lowercasedASCII).elementsEqual(host.utf8.lazy.map(\.lowercasedASCII))
  }
}
