package import LosslessJSON
import TextTools

/// The columns or keys of a list that no field is: those to leave out, and those that nobody knows.
/// Their values are counted, since a column may say who cannot log in.
package struct OtherNames: Sendable {
  /// What the list is.
  package enum Source: Sendable {
    /// A table: it has columns.
    case table
    /// Accounts in JSON.
    case json
    /// Users of another program, with keys of its own.
    case users
  }

  private var names: [OtherName] = []
  /// By their names in UTF-8: they are compared scalar by scalar.
  private var indices: [[UInt8]: Int] = [:]

  package init() {}

  /// True if none was named or found.
  package var isEmpty: Bool { names.isEmpty }

  /// Those that are to be left out.
  package var leftOut: [String] {
    names.filter { $0.isLeftOut && !$0.isOtherReading }.map(\.name)
  }

  /// Those that were left out, each with the number of its accounts.
  package var dropped: [String: Int] {
    names.reduce(into: [:]) { dropped, name in
      if name.isLeftOut, name.accounts > 0 { dropped[name.name, default: 0] += name.accounts }
    }
  }

  package func leavesOut(_ name: String) -> Bool {
    indices[Array(name.utf8)].map { names[$0].isLeftOut } ?? false
  }

  /// Leaves out what an option names: a column or a key, and behind an equals sign the values that
  /// are meant, between commas. A comma or a backslash of a value has a backslash before it. Since
  /// a name may have an equals sign itself, each reading of the text counts that is there.
  package mutating func leaveOut(option text: String) {
    let bytes = Array(text.utf8)
    let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "=") }
    guard let end = ends.first else { return leaveOut(text, meaning: nil) }
    let first = String(decoding: bytes[..<end], as: UTF8.self)
    leaveOut(first, meaning: Self.values(bytes[(end + 1)...]))
    for end in ends.dropFirst() + [bytes.count] {
      let name = String(decoding: bytes[..<end], as: UTF8.self)
      let values = end == bytes.count ? nil : Self.values(bytes[(end + 1)...])
      leaveOut(name, meaning: values, asOtherReading: true)
      names[index(of: first)].readings.append(name)
    }
  }

  /// The values between commas.
  private static func values(_ bytes: ArraySlice<UInt8>) -> [String] {
    let (comma, backslash) = (UInt8(ascii: ","), UInt8(ascii: "\\"))
    var (values, isEscaped) = ([[UInt8]()], false)
    for (index, byte) in zip(bytes.indices, bytes) {
      let next = index + 1 < bytes.endIndex ? bytes[index + 1] : nil
      if isEscaped || byte != comma && byte != backslash {
        values[values.count - 1].append(byte)
        isEscaped = false
      } else if byte == comma {
        values.append([])
      } else if next == comma || next == backslash {
        isEscaped = true
      } else {
        values[values.count - 1].append(byte)
      }
    }
    return values.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Leaves out a column or a key, and only where it has these values, if some are named.
  package mutating func leaveOut(
    _ name: String, meaning values: [String]?, asOtherReading isOther: Bool = false
  ) {
    let index = index(of: name)
    let isNamed = names[index].isLeftOut && !names[index].isOtherReading
    (names[index].isLeftOut, names[index].isOtherReading) = (true, isOther && !isNamed)
    if let values {
      names[index].meant = (names[index].meant ?? []).union(values.map { Array($0.utf8) })
    }
  }

  /// Notes a column or a key; the first place counts.
  package mutating func note(_ name: String, at place: Int) {
    let index = index(of: name)
    names[index].place = names[index].place ?? place
  }

  /// Notes what an account has in a column, or under a key.
  package mutating func note(_ value: JSONLiteral, of name: String, at place: Int) {
    names[index(of: name)].note(value, at: place)
  }

  /// Notes a member of an account.
  package mutating func note(_ other: ListedAccount.Other) {
    note(other.member.key, at: other.place)
    note(other.member.value, of: other.member.key, at: other.valuePlace)
  }

  /// Adds what was noted in a later part of the list.
  package mutating func add(_ part: OtherNames) {
    for name in part.names { names[index(of: name.name)].add(name) }
  }

  private mutating func index(of name: String) -> Int {
    let key = Array(name.utf8)
    if let index = indices[key] { return index }
    indices[key] = names.count
    names.append(OtherName(name))
    return names.count - 1
  }

  /// Everything that is wrong with them in a list that begins at a place. A name is told once.
  package func problems(in source: Source, from start: Int) -> [LocatedProblem] {
    let unknown = names.filter { !$0.isLeftOut }.map(\.name)
    return names.flatMap { name -> [LocatedProblem] in
      guard let place = name.place else {
        let isRead = name.readings.contains { names[indices[Array($0.utf8)] ?? 0].place != nil }
        guard !isRead, !name.isOtherReading else { return [] }
        let near = nearest(to: name.name, in: unknown)
        return [name.problem(.column(.present(near: near)), at: start)]
      }
      return name.problems(in: source, at: place)
    }
  }
}

/// A column or a key that no field is, and what a list has there.
private struct OtherName: Sendable {
  let name: String
  /// What it most likely means; nil for a key of people's own, which means nothing.
  private let meaning: KeyMeaning?
  var isLeftOut = false
  /// The values with which it is left out, if some are named, in UTF-8.
  var meant: Set<[UInt8]>?
  /// What the options that name it may name instead, since a name may have an equals sign.
  var readings: [String] = []
  /// True if it is only left out as such a reading.
  var isOtherReading = false
  /// Its first place.
  var place: Int?
  private var firstValue: JSONLiteral?
  private(set) var accounts = 0
  /// False once it has a value that is neither true nor false.
  private var areFlags = true
  /// How often each value comes, if it may say who cannot log in.
  private var counts: [[UInt8]: Int] = [:]
  /// The values that are none of those that are meant.
  private var others: [(place: Int, text: String)] = []

  init(_ name: String) {
    self.name = name
    // Columns have spaces where keys have none.
    meaning = KeyMeaning(name.replacing(" ", with: "_"), nil)
  }

  mutating func note(_ value: JSONLiteral, at place: Int) {
    accounts += 1
    firstValue = firstValue ?? value
    let text = value.textOfName
    let shown = text ?? "…"
    if let meant {
      if text == nil || !meant.contains(Array(shown.utf8)) { others.append((place, shown)) }
      return
    }
    if areFlags, !Self.isFlag(shown), !Self.isBlank(shown), value != .null { areFlags = false }
    if areFlags || limitsLogin { counts[Array(shown.utf8), default: 0] += 1 }
  }

  mutating func add(_ other: OtherName) {
    place = place ?? other.place
    firstValue = firstValue ?? other.firstValue
    accounts += other.accounts
    areFlags = areFlags && other.areFlags
    counts.merge(other.counts, uniquingKeysWith: +)
    others += other.others
  }

  /// True for true and false as a field reads them, whatever their case and the space around them.
  private static func isFlag(_ text: String) -> Bool {
    ["true", "false"].contains(FieldValues.trimmed(text, for: .disabled)?.lowercased())
  }

  private static func isBlank(_ text: String) -> Bool {
    FieldValues.trimmed(text, for: .disabled) == nil
  }

  private var limitsLogin: Bool { meaning?.limitsLogin == true }

  /// True if its values have to be named, since they may say who can log in.
  private var needsValues: Bool {
    limitsLogin
      ? !counts.isEmpty
      : meaning != nil && areFlags
        && counts.keys.contains { Self.isFlag(String(decoding: $0, as: UTF8.self)) }
  }

  func problems(in source: OtherNames.Source, at place: Int) -> [LocatedProblem] {
    let others = others.map { problem(.column(.meantValue(masked($0.text))), at: $0.place) }
    if source == .users, let field = Field(name) {
      return [problem(.column(.notInFormat(near: field.row.authelia)), at: place)]
    }
    if isLeftOut || source != .json, needsValues {
      let values = ListedValues(
        counts.reduce(into: [:]) {
          $0[masked(String(decoding: $1.key, as: UTF8.self)), default: 0] += $1.value
        })
      let rule = ColumnRule.meantValues(values, instead: field, inTable: source == .table)
      return [problem(.column(rule), at: place)]
    }
    guard !isLeftOut else { return others }
    let meaning = source == .json ? KeyMeaning(name, firstValue) : nil
    if source == .json, meaning == nil { return [] }
    var unknown = problem(
      meaning.map { Rule.field(.knownKey($0)) } ?? .column(.knownKey(near: near)), at: place)
    // A column is one heading, however many accounts have something in it.
    if source != .table { unknown.more = max(0, accounts - 1) }
    return [unknown]
  }

  func problem(_ rule: Rule, at place: Int) -> LocatedProblem {
    LocatedProblem(.key(name), rule, at: place)
  }

  /// The field to write in its place.
  private var field: Field {
    if case .access(let field, _)? = meaning { field } else { .disabled }
  }

  /// The key that was most likely meant.
  private var near: String? {
    switch meaning {
    case .access(let field, _), .field(let field): field.key
    case .own where KeyMeaning.own(name) != "x-" + name: KeyMeaning.own(name)
    case .own, .lock, nil: nil
    }
  }

  /// A value as it is told: none that may be a secret. A name whose letters are not English may say
  /// so in any language.
  private func masked(_ text: String) -> String {
    let isNamed = name.utf8.allSatisfy { $0 < 0x80 } || Self.isFlag(text) || Self.isBlank(text)
    let bare = FieldValues.trimmed(text, for: .disabled) ?? ""
    let isHash = ForeignHash(bare.utf8.span) != nil
    let shown = JSONLiteral.string(text).masked(under: name).textOfName ?? text
    return isNamed && !isHash ? shown : JSONLiteral.masked.textOfName ?? text
  }
}

extension JSONLiteral {
  /// The text by which a value is named; nil for a list or an object.
  fileprivate var textOfName: String? {
    switch self {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .number(let text), .string(let text): text
    case .array, .object: nil
    }
  }
}

extension FieldValue {
  /// True for a value of `disabled` that keeps its owner out, even one that breaks a rule.
  package var keepsOut: Bool {
    switch self {
    case .flag(let flag): flag
    case .texts: true
    case .text(let reason):
      Rulebook.register.brokenRules(reason, in: .disabled, today: .distantPast) != [.disabledForm]
    }
  }
}
