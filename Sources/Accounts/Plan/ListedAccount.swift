package import LosslessJSON

/// An account of a list in JSON, read member by member: to import it, or as a declaration.
package struct ListedAccount: Sendable {
  package private(set) var values = FieldValues()
  /// The fields that are null.
  package private(set) var cleared: [Field] = []
  /// The offsets of the fields, also of those that are null or cannot be used.
  package private(set) var offsets = FieldTable<Int>()
  /// The own keys, each once; also those that are null.
  package private(set) var ownKeys: [JSONLiteral.Member] = []
  /// The offsets of the own keys that were most likely meant as fields.
  package private(set) var slips: [String: Int] = [:]
  package private(set) var marks = LoginMarks()
  /// Repeated keys, and values that cannot be used.
  package private(set) var problems: [LocatedProblem] = []

  private static let keys = Field.allCases.map { (field: $0, key: JSONKey($0.key)) }

  /// - Parameter notMarks: names of marks to ignore; nil in a file of ours, which has no marks.
  package init(_ account: JSONValue, in document: JSONDocument, notMarks: Set<String>?) {
    guard account.kind == .object else {
      let place = account.range.lowerBound
      problems = [LocatedProblem(.account, .file(.accountIsObject), at: place)]
      return
    }
    var names: Set<[UInt8]> = []
    for member in document.members(of: account) {
      let place = member.value.range.lowerBound
      func report(_ subject: Problem.Subject, _ rule: FieldRule, at place: Int) {
        problems.append(LocatedProblem(subject, .field(rule), at: place))
      }
      if let field = Self.keys.first(where: { document.isKey(member.key, $0.key) })?.field {
        do throws(FieldRule) {
          guard offsets[field] == nil else { throw .once }
          offsets[field] = place
          if member.value.kind == .null {
            cleared.append(field)
          } else {
            values[field] = try document.value(member.value, of: field)
          }
        } catch {
          report(.field(field), error, at: place)
        }
        continue
      }
      guard let key = document.string(member.key), let value = document.literal(member.value)
      else {
        report(.account, .wholeUnicode, at: member.key.range.lowerBound)
        continue
      }
      guard names.insert(Array(key.utf8)).inserted else {
        report(.key(key), .once, at: place)
        continue
      }
      ownKeys.append(.init(key, value))
      if KeySlip(key) != nil { slips[key] = member.key.range.lowerBound }
      guard let notMarks, let mark = LoginMark(key, but: notMarks) else { continue }
      for text in value.markTexts { marks.add(mark, key, text, at: place) }
    }
    if LoginMarks.areListed(ownKeys) { marks = LoginMarks() }
  }
}
