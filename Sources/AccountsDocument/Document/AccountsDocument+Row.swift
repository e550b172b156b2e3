package import Accounts
package import LosslessJSON
import TextTools

extension AccountsDocument {
  /// The places of an account's fields in the text. Values are read from a file passed to each
  /// call: a row holds no reference to it, which several threads would count.
  package struct Row: Sendable {
    package let index: Int
    package let value: JSONValue
    /// The first member of each field.
    package private(set) var fields = FieldTable<JSONValue>()
    /// Repeated fields, and values of the wrong kind.
    private(set) var problems: [LocatedProblem] = []
    /// True if each field comes at most once, with a value of its type and no escapes.
    let isPlain: Bool
    /// False if there are only fields.
    private(set) var hasOwnKeys = false
    /// False if there are only fields and keys that begin as people's own do.
    private(set) var hasUnknownKeys = false

    /// - Parameter isKnown: the account is known to be plain.
    package init(_ file: borrowing AccountsDocument, _ index: Int, isKnown: Bool = false) {
      self.index = index
      value = file.rows[index]
      var fields = FieldTable<JSONValue>()
      var (isPlain, hasOwnKeys, hasUnknownKeys) = (true, false, false)
      let isWhole = file.document.forEachMember(
        of: value, among: FieldKeys.names,
        found: { name, value in
          let (field, form) = FieldKeys.forms[name]
          if !isKnown, fields[field] != nil || !file.document.isPlain(value, as: form) {
            isPlain = false
          }
          fields[field] = value
        },
        other: { key in
          hasOwnKeys = true
          let name = file.document.bytes.span.extracting(key.dropFirst().dropLast())
          // A key with an escape may be no text.
          let isEscaped = name.contains(UInt8(ascii: "\\"))
          if isEscaped || !KeyMeaning.isOwn(name) { hasUnknownKeys = true }
        })
      self.isPlain = isWhole && isPlain
      (self.hasOwnKeys, self.hasUnknownKeys) = (hasOwnKeys, hasUnknownKeys)
      if self.isPlain { self.fields = fields } else { readMembers(in: file.document) }
      if !file.contradictions.isEmpty { problems += file.contradictions[index] ?? [] }
    }

    private mutating func readMembers(in document: JSONDocument) {
      guard value.kind == .object else {
        problems = [LocatedProblem(.account, .file(.accountIsObject), at: value.range.lowerBound)]
        return
      }
      (hasOwnKeys, hasUnknownKeys) = (true, true)
      for member in document.members(of: value) {
        guard let field = FieldKeys.all.first(where: { document.isKey(member.key, $0.key) })?.field
        else { continue }
        let place = member.value.range.lowerBound
        if fields[field] != nil {
          problems.append(LocatedProblem(.field(field), .field(.once), at: place))
          continue
        }
        fields[field] = member.value
        do throws(FieldRule) {
          _ = try document.value(member.value, of: field)
        } catch {
          problems.append(LocatedProblem(.field(field), .field(error), at: place))
        }
      }
    }

    /// The value of a field; nil if it is missing, or of a type that no field has.
    package subscript(field: Field, in file: AccountsDocument) -> FieldValue? {
      fields[field].flatMap { value in
        isPlain
          ? file.document.fieldValue(value) : try? file.document.value(value, of: field)
      }
    }

    /// The text of a field; nil if it is missing or no text.
    package subscript(text field: Field, in file: AccountsDocument) -> String? {
      self[field, in: file]?.text
    }

    package func groups(in file: AccountsDocument) -> [String] {
      if case .texts(let groups)? = self[.groups, in: file] { groups } else { [] }
    }

    /// The values of all fields, read at each call.
    package func values(in file: AccountsDocument) -> FieldValues {
      var values = FieldValues()
      for field in FieldKeys.fields where fields[field] != nil {
        values[field] = self[field, in: file]
      }
      return values
    }

    /// Calls `body` with the text of a field in UTF-8; nil if it is missing or no text.
    func withUTF8<Result>(
      of field: Field, in file: AccountsDocument, _ body: (Span<UInt8>) -> Result
    ) -> Result? {
      guard isPlain else { return self[text: field, in: file].map { body($0.utf8.span) } }
      guard let value = fields[field], value.kind == .string else { return nil }
      return body(file.document.bytes.span.extracting(value.content))
    }

    /// The name for messages: the key or, without one, the other name.
    package func anyName(in file: AccountsDocument) -> String? {
      file.rulebook.nameField { self[text: $0, in: file]?.isEmpty == false }
        .flatMap { self[text: $0, in: file] }
    }
  }

  /// The problems of an account, except shared names. `listed` has the problems of typed passwords
  /// on the rulebook's list, if that was read.
  package func problems(
    of row: Row, _ listed: [Int: LocatedProblem] = [:], today: CalendarDay
  ) -> [LocatedProblem] {
    guard row.value.kind == .object else { return row.problems }
    let broken =
      keepsRules(row, today: today)
      ? [] : located(rulebook.problems(with: row.values(in: self), today: today), in: row)
    let isKnown = broken.contains { $0.rule == .field(.notOnBlocklist) }
    return row.problems + broken + (isKnown ? [] : listed[row.index].map { [$0] } ?? [])
      + unknownKeys(of: row)
  }

  /// The keys that close an account: those that no field is, and that do not begin as people's own
  /// do; and those that no text can hold. One that comes twice is named once. Some others may be left
  /// out.
  func unknownKeys(of row: Row, but keys: [String] = []) -> [LocatedProblem] {
    guard row.hasUnknownKeys else { return [] }
    let known = FieldKeys.names + keys.map { JSONKey($0) }
    var (found, places): ([LocatedProblem], [String: Int]) = ([], [:])
    for member in document.members(of: row.value) {
      guard !known.contains(where: { document.isKey(member.key, $0) }) else { continue }
      let place = member.key.range.lowerBound
      guard let key = document.string(member.key) else {
        found.append(LocatedProblem(.account, .field(.wholeUnicode), at: place))
        continue
      }
      guard let meaning = KeyMeaning(key, document.literal(member.value)) else { continue }
      let new = LocatedProblem(.key(key), .field(.knownKey(meaning)), at: place)
      // A key that comes twice is told once: where one of its values keeps somebody out, that.
      guard let earlier = places[key] else {
        places[key] = found.count
        found.append(new)
        continue
      }
      if meaning.limitsLogin, found[earlier].rule.meaningOfKey?.limitsLogin == false {
        found[earlier] = new
      }
    }
    return found
  }

  private func located(_ problems: [Problem], in row: Row) -> [LocatedProblem] {
    problems.compactMap { problem in
      guard case .field(let field) = problem.subject else { return nil }
      // A field of the wrong type is not also reported as missing.
      if problem.rule == .field(.required), row.fields[field] != nil, row[field, in: self] == nil {
        return nil
      }
      let place = (row.fields[field] ?? row.value).range.lowerBound
      return LocatedProblem(problem.subject, problem.rule, at: place)
    }
  }

  /// True if a plain account keeps the rules, judged by its bytes: nearly all do.
  private func keepsRules(_ row: Row, today: CalendarDay) -> Bool {
    // An invitation's needs, and what it replaces, are judged by the account's values.
    guard row.isPlain, row.fields[.invitedUntil] == nil else { return false }
    let text = document.bytes.span
    for field in FieldKeys.fields {
      guard let value = row.fields[field] else {
        if rulebook.requires(field) { return false }
        continue
      }
      switch value.kind {
      case .bool: continue
      case .array: guard keepRules(texts: value, of: field) else { return false }
      default:
        let utf8 = text.extracting(value.content)
        guard
          rulebook.brokenRules(utf8, storedIn: field, of: row.values(in: self), today: today)
            .isEmpty
        else { return false }
      }
    }
    let hasDays = row.fields[.validFrom] != nil && row.fields[.validUntil] != nil
    return !hasDays || row.values(in: self).areDatesInOrder
  }

  private func keepRules(texts: JSONValue, of field: Field) -> Bool {
    // Each is compared with each; many are compared by a set.
    var (starts, ends, count) = (SIMD8<Int>(), SIMD8<Int>(), 0)
    return document.allElements(of: texts) { element in
      let (text, place) = (document.bytes.span, element.content)
      let utf8 = text.extracting(place)
      guard count < starts.scalarCount, rulebook.brokenRule(utf8, ofOneIn: field) == nil else {
        return false
      }
      for index in 0..<count
      where utf8.isSame(as: text.extracting(starts[index]..<ends[index])) { return false }
      (starts[count], ends[count]) = (place.lowerBound, place.upperBound)
      count += 1
      return true
    }
  }
}

extension JSONDocument {
  /// True for a value of a field's form without escapes.
  fileprivate func isPlain(_ value: JSONValue, as form: FieldForm) -> Bool {
    switch (value.kind, form) {
    case (.array, .texts):
      !hasBackslash(in: value.range) && allElements(of: value) { $0.kind == .string }
    case (.bool, .flag), (.bool, .flagOrText): true
    case (.string, .text), (.string, .flagOrText): !hasBackslash(in: value.content)
    default: false
    }
  }
}
