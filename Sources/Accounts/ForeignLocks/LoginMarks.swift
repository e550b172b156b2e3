package import LosslessJSON

/// The marks of one account, with their values and places.
package struct LoginMarks: Sendable {
  private var found: [(mark: LoginMark, key: String, text: String, offset: Int)] = []
  /// True if the format itself says that the user may not log in, without a reason.
  package var isShut = false

  package init() {}

  /// Adds a mark under the key that it has in the file.
  package mutating func add(_ mark: LoginMark, _ key: String, _ text: String, at offset: Int) {
    found.append((mark, key, text, offset))
  }

  /// The names of the marks that have one of their listed words here.
  package var listed: Set<String> {
    Set(found.lazy.filter { $0.mark.isListed($0.text) }.map(\.mark.name))
  }

  /// The result of applying marks.
  package struct Verdict: Sendable {
    package var fields: Set<Field> = []
    /// The names of ambiguous marks, which were read strictly.
    package var unclear: Set<String> = []
    /// Their keys, which are kept: the value may mean something else.
    package var ambiguous: Set<String> = []
    /// Keys whose meaning is in the fields now, so that they are not kept beside them.
    package var understood: Set<String> = []
    /// Keys whose values say nothing about logging in.
    package var others: Set<String> = []
    /// Keys among the `others` whose values may say something, but are not in the list.
    package var strange: Set<String> = []
    /// Marks that say that the user may log in.
    fileprivate var open: [LoginMark] = []

    package init() {}

    /// The value that a field of an existing account gets: `new`, or the one that is there if there
    /// is no new one, or if a mark made it and the account is restricted as much already.
    func value(of field: Field, _ new: FieldValue?, over old: FieldValue?) -> FieldValue? {
      guard let new else { return field == .disabled && opens(old) ? nil : old }
      return fields.contains(field) && Self.isAsStrict(old, as: new, field) ? old : new
    }

    private static func isAsStrict(
      _ old: FieldValue?, as new: FieldValue, _ field: Field
    ) -> Bool {
      guard let old, old != .flag(false) else { return false }
      guard field == .validFrom || field == .validUntil,
        let old = old.text.flatMap({ CalendarDay($0) }),
        let new = new.text.flatMap({ CalendarDay($0) })
      else { return field == .disabled || field == .mustChange }
      return field == .validUntil ? old <= new : old >= new
    }

    /// True if only marks disabled the account, and none does any more.
    private func opens(_ disabled: FieldValue?) -> Bool {
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

  /// Whether an import would read own keys as marks that disable the account or require a new
  /// password.
  package static func effect(
    of ownKeys: [JSONLiteral.Member]
  ) -> (isClosing: Bool, isRenewing: Bool) {
    var (isClosing, isRenewing) = (false, false)
    for member in ownKeys {
      guard let mark = LoginMark(member.key) else { continue }
      for text in member.value.markTexts {
        switch mark.finding(in: text).finding {
        case .otherValue where mark.isStrange(text): isClosing = true
        case .mayLogIn, .otherValue: break
        case .mustChange: isRenewing = true
        case .mayNotLogIn, .from, .until: isClosing = true
        }
      }
    }
    return (isClosing, isRenewing)
  }

  /// True if a text is another program's list. Accounts files of regapp mark disabled accounts
  /// themselves.
  package static func areIn(_ document: JSONDocument) -> Bool {
    guard document.root.kind == .object else { return true }
    func has(_ key: String) -> Bool {
      document.value(for: JSONKey(key), in: document.root) != nil
    }
    return !has("regapp") && !(has("rules") && has("accounts"))
  }

  /// True if own keys are exactly those that `list --json` prints beside the fields.
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

  /// Sets an account's fields from the marks, of which none counts if the account says `disabled`
  /// or `mustChange` itself. If a mark and a day differ, the stricter counts.
  ///
  /// - Parameters:
  ///   - places: the places of the fields; fields set by marks get the marks' places.
  ///   - judged: the names of marks that have a listed word in any account of the list.
  package func apply(
    to values: inout FieldValues, _ places: inout FieldTable<Int>, judging judged: Set<String>
  ) -> Verdict {
    var verdict = Verdict()
    var reasons: [String] = []
    func set(_ field: Field, _ value: FieldValue, _ offset: Int) {
      values[field] = value
      places[field] = places[field] ?? offset
      verdict.fields.insert(field)
    }
    /// Sets a day unless the field has one at least as strict, or holds no valid day, which is
    /// reported.
    func limit(_ field: Field, _ day: CalendarDay, _ offset: Int) {
      if let own = values[text: field] {
        guard let own = CalendarDay(own.trimmingSpace),
          field == .validUntil ? own > day : own < day
        else { return }
      }
      set(field, .text(day.description), offset)
    }
    func isSaid(_ field: Field) -> Bool { values[field] != nil || places[field] != nil }
    for (mark, key, text, offset) in isSaid(.disabled) || isSaid(.mustChange) ? [] : found {
      let (finding, isClear) = mark.finding(in: text, isJudged: judged.contains(mark.name))
      if finding != .otherValue { verdict.understood.insert(key) }
      if !isClear {
        verdict.unclear.insert(mark.name)
        // A day that is read strictly is in the field, and would close the account beside it.
        if !mark.isDay { verdict.ambiguous.insert(key) }
      }
      switch finding {
      case .otherValue:
        verdict.others.insert(key)
        if mark.isStrange(text) { verdict.strange.insert(key) }
        if mark.isOpen(text) { verdict.open.append(mark) }
      case .mayLogIn: verdict.open.append(mark)
      case .mustChange: set(.mustChange, .flag(true), offset)
      case .from(let day): limit(.validFrom, day, offset)
      case .until(let day): limit(.validUntil, day, offset)
      case .mayNotLogIn:
        let reason = mark.reason(text)
        if !reasons.contains(reason) { reasons.append(reason) }
        places[.disabled] = places[.disabled] ?? offset
      }
    }
    verdict.understood.subtract(verdict.others.union(verdict.ambiguous))
    guard isShut || !reasons.isEmpty else { return verdict }
    values[.disabled] = reasons.isEmpty ? .flag(true) : .text(reasons.joined(separator: ", "))
    verdict.fields.insert(.disabled)
    return verdict
  }
}

extension JSONLiteral {
  /// The values as texts to read a mark from; empty for null.
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
