package import LosslessJSON

/// The marks found at one account, each with its value and place.
package struct LoginMarks: Sendable {
  private var found: [(mark: LoginMark, key: String, text: String, offset: Int)] = []
  /// Whether the format itself says that the user may not log in, for no reason.
  package var isShut = false

  package init() {}

  /// Notes one, under the key that it has there.
  package mutating func add(_ mark: LoginMark, _ key: String, _ text: String, at offset: Int) {
    found.append((mark, key, text, offset))
  }

  /// What marks come to.
  package struct Verdict: Sendable {
    /// The fields that they set.
    package var fields: Set<Field> = []
    /// The names of those that are not clear: they were read strictly.
    package var unclear: Set<String> = []
    /// The keys whose values say nothing about who may log in.
    package var others: Set<String> = []
    /// Those that do not say that the user may not log in.
    fileprivate var open: [LoginMark] = []

    package init() {}

    /// Whether an account was disabled by nothing but marks, none of which says so by now.
    func opens(_ disabled: FieldValue?) -> Bool {
      guard let text = disabled?.text, !open.isEmpty else { return false }
      let reasons = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      return reasons.enumerated().allSatisfy { index, part in
        // As they are joined.
        let isSpaced = index > 0 && part.first == UInt8(ascii: " ")
        let reason = String(Substring(isSpaced ? part.dropFirst() : part))
        return open.contains { $0.isReason(reason) }
      }
    }
  }

  /// Whether an account's own keys would be taken for marks that shut it, or renew its password.
  package static func meaning(
    of ownKeys: [JSONLiteral.Member]
  ) -> (isClosing: Bool, isRenewing: Bool) {
    var (isClosing, isRenewing) = (false, false)
    for member in ownKeys {
      guard let mark = LoginMark(member.key) else { continue }
      for text in member.value.markTexts {
        switch mark.finding(in: text).finding {
        case .mayLogIn, .otherValue: break
        case .mustChange: isRenewing = true
        case .mayNotLogIn, .from, .until: isClosing = true
        }
      }
    }
    return (isClosing, isRenewing)
  }

  /// Whether a text is a list of another program. Our own file says by itself who may not log in.
  package static func areIn(_ document: JSONDocument) -> Bool {
    guard document.root.kind == .object else { return true }
    func has(_ key: String) -> Bool {
      document.value(for: JSONKey(key), in: document.root) != nil
    }
    return !has("regapp") && !(has("rules") && has("accounts"))
  }

  /// Whether own keys are those that `list --json` prints beside the fields, and no others.
  package static func areListed(_ ownKeys: [JSONLiteral.Member]) -> Bool {
    func value(_ key: String) -> JSONLiteral? { ownKeys.first { $0.key == key }?.value }
    guard case .string(let state)? = value("state"), let state = AccountState(rawValue: state),
      ownKeys.allSatisfy({ listedKeys.contains($0.key) })
    else { return false }
    switch value("hash") {
    case .string(let hash)?: return HashKind(rawValue: hash) != nil
    case .null?: return state == .closed && value("closed") == .bool(true)
    default: return false
    }
  }

  private static let listedKeys: Set<String> = [
    "hash", "state", "closed", "problems", "lastLogin", "failuresSince",
  ]

  /// Puts what they say into an account's fields. Of what they say and what it says itself, the stricter
  /// counts.
  ///
  /// - Parameter places: where the fields are; those that are set get the places of marks.
  package func apply(to values: inout FieldValues, _ places: inout FieldTable<Int>) -> Verdict {
    var verdict = Verdict()
    var reasons: [String] = []
    func set(_ field: Field, _ value: FieldValue, _ offset: Int) {
      values[field] = value
      places[field] = places[field] ?? offset
      verdict.fields.insert(field)
    }
    /// Sets a day, unless there is one that is as strict, or what is no day: that is reported.
    func limit(_ field: Field, _ day: CalendarDay, _ offset: Int) {
      if let own = values[text: field] {
        guard let own = CalendarDay(own.trimmingSpace),
          field == .validUntil ? own > day : own < day
        else { return }
      }
      set(field, .text(day.description), offset)
    }
    for (mark, key, text, offset) in found {
      let (finding, isClear) = mark.finding(in: text)
      if !isClear { verdict.unclear.insert(mark.name) }
      switch finding {
      case .otherValue:
        verdict.others.insert(key)
        verdict.open.append(mark)
      case .mayLogIn: verdict.open.append(mark)
      case .mustChange:
        // What is neither true nor false is reported.
        guard [nil, .flag(false)].contains(values[.mustChange]) else { break }
        set(.mustChange, .flag(true), offset)
      case .from(let day): limit(.validFrom, day, offset)
      case .until(let day): limit(.validUntil, day, offset)
      case .mayNotLogIn:
        let reason = mark.reason(text)
        if !reasons.contains(reason) { reasons.append(reason) }
        places[.disabled] = places[.disabled] ?? offset
      }
    }
    // What says itself that it is disabled has a reason, or something that is reported.
    guard [nil, .flag(false)].contains(values[.disabled]), isShut || !reasons.isEmpty else {
      return verdict
    }
    values[.disabled] = reasons.isEmpty ? .flag(true) : .text(reasons.joined(separator: ", "))
    verdict.fields.insert(.disabled)
    return verdict
  }
}

extension JSONLiteral {
  /// Its values as the texts that a mark is read from; none where it is null.
  package var markTexts: [String] {
    switch self {
    case .null: []
    case .bool(let flag): ["\(flag)"]
    case .number(let text), .string(let text): [text]
    case .array(let elements): elements.flatMap(\.markTexts)
    // Nothing that a mark can be.
    case .object: [""]
    }
  }
}
