package import LosslessJSON

/// An account of a list in JSON, read member by member: to import it, or as a declaration.
package struct ListedAccount: Sendable {
  /// A member that no field is.
  package struct Other: Sendable {
    package let member: JSONLiteral.Member
    /// The offset of its key.
    package let place: Int
    /// The offset of its value.
    package let valuePlace: Int

    /// True for a key of people's own.
    package var isOwn: Bool { KeyMeaning.isOwn(member.key.utf8.span) }
  }

  package private(set) var values = FieldValues()
  /// The fields that are null.
  package private(set) var cleared: [Field] = []
  /// The offsets of the fields, also of those that are null or cannot be used.
  package private(set) var offsets = FieldTable<Int>()
  /// The members that no field is, each key once; also those that are null.
  package private(set) var others: [Other] = []
  /// The id, if the list has such.
  package private(set) var id: AccountID?
  /// Repeated keys, and values that cannot be used.
  package private(set) var problems: [LocatedProblem] = []

  private static let keys = Field.shown.map { (field: $0, key: JSONKey($0.key)) }

  /// - Parameter ids: where it has its id.
  package init(_ account: JSONValue, in document: JSONDocument, ids: ListedIDKey) {
    guard account.kind == .object else {
      let place = account.range.lowerBound
      problems = [LocatedProblem(.account, .file(.accountIsObject), at: place)]
      return
    }
    var names: Set<[UInt8]> = []
    var given: GivenID?
    for member in document.members(of: account) {
      let place = member.value.range.lowerBound
      func report(_ subject: Problem.Subject, _ rule: FieldRule, at place: Int) {
        problems.append(LocatedProblem(subject, .field(rule), at: place))
      }
      if let key = ids.key, document.isKey(member.key, key) {
        guard offsets[.id] == nil else {
          report(.field(.id), .once, at: place)
          continue
        }
        offsets[.id] = place
        let text = document.string(member.value) ?? ""
        given = ids.takesFileForm ? GivenID(text) : nil
        id = given?.id ?? AccountID(text)
        if id == nil {
          let fault = ListedIDFault.form(AccountID(meantBy: text))
          problems.append(LocatedProblem(.field(.id), .column(.id(fault)), at: place))
        }
        continue
      }
      if let field = Self.keys.first(where: { document.isKey(member.key, $0.key) })?.field {
        do throws(FieldRule) {
          guard offsets[field] == nil else { throw .once }
          offsets[field] = place
          if member.value.kind == .null {
            cleared.append(field)
          } else {
            let value = try document.value(member.value, of: field)
            // What is typed into a form may be false; in a list it is as in a file.
            if field.form == .flagOrText, case .text(let reason) = value,
              Rulebook.register.brokenRules(reason, in: field, today: .distantPast)
                == [.disabledForm]
            {
              throw .disabledForm
            }
            values[field] = value
          }
        } catch {
          report(.field(field), error, at: place)
        }
        continue
      }
      let keyPlace = member.key.range.lowerBound
      guard let key = document.string(member.key), let value = document.literal(member.value)
      else {
        report(.account, .wholeUnicode, at: keyPlace)
        continue
      }
      guard names.insert(Array(key.utf8)).inserted else {
        report(.key(key), .once, at: place)
        continue
      }
      others.append(Other(member: .init(key, value), place: keyPlace, valuePlace: place))
    }
    if let given, !given.isOf({ values[text: $0] }) {
      let fault = ListedIDFault.ofOtherName(given.name)
      problems.append(LocatedProblem(.field(.id), .column(.id(fault)), at: offsets[.id]))
    }
  }
}
