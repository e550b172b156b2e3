import AccountsFile
import CommandKit
import TextTools

extension ColumnRule {
  /// - Parameter name: the column or key as a word of a command.
  func message(of subject: Phrase, _ name: String) -> Phrase {
    switch self {
    case .knownKey(near: nil): Phrase("no field is called \(subject)")
    case .knownKey(near: let key?):
      Phrase("no field is called \(subject)") + Phrase(same: "; ") + .didYouMean(key)
    case .meantValues(let values, instead: let field, inTable: true):
      about(
        subject,
        "may say who cannot log in (\(values.words)): write a column \(field.key), or "
          + "--leave-out \(name)=VALUE,…; that column takes its place, and each VALUE is one that "
          + "keeps nobody out")
    case .meantValues(let values, instead: let field, inTable: false):
      about(
        subject,
        "may say who cannot log in (\(values.words)): write \(field.key), or "
          + "--leave-out \(name)=VALUE,…; that key takes its place, and each VALUE is one that "
          + "keeps nobody out")
    case .meantValue(let value):
      about(
        subject,
        "is \(valueWord(value)) here, which --leave-out does not name: to name it lets in who has "
          + "it")
    case .notInFormat(near: let key?):
      about(subject, "is no key of this format") + Phrase(same: "; ") + .didYouMean(key)
    case .notInFormat(near: nil):
      about(subject, "is no key of this format: --without \(name) leaves it out")
    case .present(near: nil): about(subject, "is not there to be left out")
    case .present(near: let name?):
      about(subject, "is not there to be left out") + Phrase(same: "; ")
        + .didYouMean(shortWord(name))
    case .oneHeading(of: let field, beside: let other):
      Phrase(
        "\(shortWord(other)) and \(subject) are both the field \(field.key): take one of them out of "
          + "the table")
    case .oneKey(beside: let other):
      Phrase(
        "\(shortWord(other)) and \(subject) are one key but for the space around them: take one of "
          + "them out of the table")
    case .keptOut:
      about(subject, "keeps somebody out here: --without does not leave that out")
    case .id(let fault): fault.message(of: subject)
    }
  }
}

extension ListedIDFault {
  fileprivate func message(of subject: Phrase) -> Phrase {
    switch self {
    case .form(nil): about(subject, "must be a UUID in lower case alone")
    case .form(let meant?):
      about(subject, "must be a UUID in lower case alone: \(meant.description)")
    case .ofOtherName(let name):
      about(subject, "was given to \(visible(name)), which is not the name here")
    case .differs(let name): Phrase("\(visible(name)) has another id here")
    case .countsNot(let name):
      Phrase("\(visible(name)) has an id here that does not count: regapp check says why")
    case .ofOther(let other, not: let name):
      about(subject, "is the one of \(visible(other)), and not of \(visible(name))")
    }
  }
}

extension ListedValues {
  /// Each value with how often it comes: `active 40, on-leave 2`.
  fileprivate var words: Phrase {
    let list = first.map { "\(valueWord($0.text)) \($0.count)" }.joined(separator: ", ")
    return more > 0 ? Phrase("\(list), and \(more) more\(as: "names")") : Phrase(same: list)
  }
}

/// A text as a word of a command: safe to print and to paste, quoted if a shell would read it
/// otherwise. What would not be seen is escaped as bash and zsh read it.
func shellWord(_ text: String) -> String {
  let isPlain = text.utf8.allSatisfy { byte in
    byte >= 0x80 || byte.isASCIILetter || byte.isASCIIDigit || "@%+=:,./_-".utf8.contains(byte)
  }
  guard text.firstForbiddenScalar == nil else { return escapedWord(text) }
  return isPlain && !text.isEmpty ? text : Companion.quoted(text)
}

private func escapedWord(_ text: String) -> String {
  var word = "$'"
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\n": word += #"\n"#
    case "\t": word += #"\t"#
    case "\r": word += #"\r"#
    case "\\": word += #"\\"#
    case "'": word += #"\'"#
    case _ where scalar.misleads:
      // All of these have four digits at most.
      word += #"\u"# + String(scalar.value, radix: 16, uppercase: true).zeroPadded(to: 4)
    default: word.unicodeScalars.append(scalar)
    }
  }
  return word + "'"
}

/// A name or a value of a list as such a word, of bounded length.
func shortWord(_ text: String) -> String { shellWord(excerpt(text)) }

/// A value of a list as `--leave-out` takes it: a comma and a backslash have one before them.
private func valueWord(_ text: String) -> String {
  shortWord(text.replacing("\\", with: "\\\\").replacing(",", with: "\\,"))
}

/// The option that leaves out a column or a key.
private func leaveOut(_ name: String) -> String {
  // A name that begins as an option does is no option behind `=`.
  (name.hasPrefix("-") ? "--leave-out=" : "--leave-out ") + commandWord(name)
}

/// A name of a list in a command that is printed to be typed. One that is too long, or that nobody
/// can type, is not cut there: NAME stands for it.
package func commandWord(_ name: String) -> String {
  let isTypeable = name.utf8.count <= 256 && sameText(visible(name), name)
  return isTypeable ? shellWord(name) : "NAME"
}

extension [Problem] {
  /// How to take a list with columns or keys that no field is; nil for a list without them.
  ///
  /// - Parameter idKey: the column or the key of ids that an option names.
  func hintOfOthers(inTable: Bool, idKey: String?) -> Phrase? {
    var (plain, limiting, fields) = ([String](), [String](), [String]())
    for problem in self {
      guard case .key(let name) = problem.subject else { continue }
      switch problem.rule {
      case .column(.knownKey), .field(.knownKey(.field)), .field(.knownKey(.own)):
        plain.append(name)
      case .column(.meantValues), .field(.knownKey): limiting.append(name)
      case .column(.notInFormat): fields.append(name)
      default: continue
      }
    }
    // As list --json prints them.
    if ["hash", "state"].allSatisfy({ (plain + limiting).contains($0) }) {
      return Phrase("take regapp export --format json")
    }
    if !plain.isEmpty {
      var leaves = leavesOut(plain.map(leaveOut).joined(separator: " "), plain.count)
      if plain.contains(Field.id.key) {
        leaves =
          leaves + Phrase(same: "; ")
          + Phrase("--columns id=id takes it as the UUID by which applications know the account")
      }
      return inTable
        ? Phrase("--columns FIELD=NAME names a column") + Phrase(same: "; ") + leaves : leaves
    }
    let options = limiting.map { leaveOut($0) + "=VALUE,…" }
    if let one = options.first {
      return options.count == 1
        ? Phrase("\(one) leaves it out where it has one of these values")
        : Phrase(
          "\(options.joined(separator: " ")) leave them out where they have one of these values")
    }
    guard fields.isEmpty else {
      return leavesOut("--without \(fields.joined(separator: ","))", fields.count)
    }
    let areOfIDs = contains { if case .column(.id) = $0.rule { true } else { false } }
    guard areOfIDs else { return nil }
    return idKey.map {
      Phrase("\(leaveOut($0)), in the place of --columns, goes by names alone")
    } ?? Phrase("--leave-out id goes by names alone")
  }

  private func leavesOut(_ options: String, _ count: Int) -> Phrase {
    count == 1 ? Phrase("\(options) leaves it out") : Phrase("\(options) leave them out")
  }
}

extension [String: Int] {
  /// What of a list was left out, or has no place in an account; empty for nothing.
  var wordsOfDropped: [Phrase] {
    guard !isEmpty else { return [] }
    let names = sorted { $0.key < $1.key }.map { name, count -> Phrase in
      // Nobody sees a name of spaces alone, or of nothing.
      let isSeen = FieldValues.trimmed(name, for: .groups) != nil
      let shown = isSeen ? excerpt(name) : shortWord(name)
      return Phrase("\(shown) (\(count, "entry", "entries"))")
    }.joined(separator: ", ")
    return [Phrase("dropped: \(names)")]
  }
}
