/// Finds what must not be seen of a text: the values of members with secret names and, where the text
/// is not JSON, everything that might be one.
///
/// A text that is JSON shows everything but secrets. In any other text it is uncertain what is a value:
/// only names with a colon behind them and known words are shown of its strings, and without quotes
/// only numbers, `true`, `false` and `null` in their places. Comments are hidden, and so is the rest of a
/// line behind what cannot be there: a quote that is missing turns strings inside out. The next line
/// is read anew, as no string goes beyond its line.
package struct JSONSecrets: Sendable {
  /// What a word means, as the name of a member or as a string.
  package enum Word: Sendable {
    /// The value of a member of this name is secret.
    case secret
    /// As `known`; strings in its value are shown only if they are known.
    case setting
    /// It may be shown everywhere. A member of this name in a secret object is a setting.
    case known
    /// Any other.
    case other
  }

  let meaning: @Sendable (String) -> Word
  /// The member of the outermost object in which nothing is secret, if the text is JSON.
  let openMember: String
  /// Whether strings that begin as hashes do, with `$` or `{`, are secret under any name.
  package var hidesHashes = false

  package init(openMember: String, _ meaning: @escaping @Sendable (String) -> Word) {
    self.openMember = openMember
    self.meaning = meaning
  }

  /// Whether a text is JSON, so that only secrets are hidden in it.
  package static func isJSON(_ bytes: [UInt8], dialect: JSONDialect) -> Bool {
    let text = dialect == .withComments ? CommentedText(bytes).structure : bytes
    return (try? JSONParser.parse(text, notesLandmarks: false)) != nil
  }

  /// Calls `body` with each range of bytes to be hidden, in order. The quotes around a string are not
  /// in its range. In linear time.
  package func forEach(in bytes: [UInt8], isJSON: Bool, _ body: (Range<Int>) -> Void) {
    // The scan keeps what it calls. (`withoutActuallyEscaping` would put the length of this file's path
    // into the program, whose bytes must not depend on where it was built.)
    var hidden: [Range<Int>] = []
    bytes.withUnsafeBufferPointer { buffer in
      guard let text = JSONText(buffer) else { return }
      var scan = SecretScan(text: text, isJSON: isJSON, secrets: self) { hidden.append($0) }
      scan.run()
    }
    hidden.forEach(body)
  }
}
