/// Host names with letters beyond ASCII, as the network has them: `bücher.example` is
/// `xn--bcher-kva.example`.
package enum HostName {
  /// A name in lower case and in ASCII; nil for one that IDNA 2008 (RFC 5892) has no place for, as
  /// far as single characters tell that. It takes no characters that depend on their neighbours,
  /// such as the middle dot of `l·l`, and it does not look at the directions of scripts.
  package static func ascii(_ name: some StringProtocol) -> String? {
    let labels = name.lowercased().composed.split(separator: ".", omittingEmptySubsequences: false)
    var parts = labels.map(label)
    // A name may end with a dot.
    if labels.count > 1, labels.last?.isEmpty == true { parts[labels.count - 1] = "" }
    let known = parts.compactMap(\.self)
    let name = known.joined(separator: ".")
    return known.count == labels.count && name.utf8.count <= 253 ? name : nil
  }

  /// A label, in lower case and composed, in ASCII; nil if it is not a valid label.
  private static func label(_ label: Substring) -> String? {
    let (scalars, hyphen) = (label.unicodeScalars, UInt8(ascii: "-"))
    guard let first = scalars.first, label.utf8.first != hyphen, label.utf8.last != hyphen,
      scalars.allSatisfy(isAllowed)
    else { return nil }
    var ascii = String(label)
    if !scalars.allSatisfy(\.isASCII) {
      // Two hyphens there say that a label is encoded already.
      guard !isMark(first), !label.utf8.dropFirst(2).starts(with: [hyphen, hyphen]) else {
        return nil
      }
      ascii = "xn--" + Punycode.encoded(label)
    }
    return ascii.utf8.count <= 63 ? ascii : nil
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
  }

  /// True for letters, digits and marks that stay what they are in lower case and without the forms
  /// of presentation, and for the exceptions of RFC 5892, 2.6.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2D: return true
    case ..<0x80:
      let byte = UInt8(truncatingIfNeeded: scalar.value)
      return byte.isASCIIDigit || byte.isASCIILetter
    case 0xDF, 0x3C2, 0x3007: return true
    // Exceptions that are no part of a name, and the parts of Hangul syllables.
    case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return false
    case 0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF: return false
    default: break
    }
    let properties = scalar.properties
    return switch properties.generalCategory {
    case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark,
      .decimalNumber:
      !properties.changesWhenNFKCCaseFolded
    default: false
    }
  }
}
