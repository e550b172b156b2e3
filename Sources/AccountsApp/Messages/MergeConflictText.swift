import AccountsFile
import CommandKit
import LosslessJSON

extension MergeConflict {
  var message: Phrase {
    let what =
      isComplete
      ? Phrase("conflict markers of git")
      : Phrase("a part of git's conflict markers is left; missing: \(missing)")
    return sides.map { what + Phrase(same: "; ") + $0 } ?? what
  }

  /// Says what to do if a merge left conflicts; nil if it did not.
  static func hint(of problems: [Problem]) -> Phrase? {
    guard problems.contains(where: { $0.rule.conflict != nil }) else { return nil }
    return Phrase(
      "keep the right lines of each conflict, and remove the lines of the markers; the file was "
        + "not changed")
  }

  /// The markers that are not there.
  private var missing: String {
    [(ours, "<<<<<<<"), (theirs, "======="), (end, ">>>>>>>")].filter { $0.0 == nil }.map(\.1)
      .joined(separator: ", ")
  }

  /// The lines of each side, as far as they are known.
  private var sides: Phrase? {
    let sides = [
      linesOfOurs.map { Phrase("ours: \(Self.words($0))") },
      linesOfTheirs.map { Phrase("theirs: \(Self.words($0))") },
    ].compactMap(\.self)
    return sides.isEmpty ? nil : sides.joined(separator: ", ")
  }

  private static func words(_ lines: Range<Int>) -> Phrase {
    switch lines.count {
    case 0: Phrase("empty")
    case 1: Phrase("line \(lines.lowerBound)")
    default: Phrase("lines \(lines.lowerBound)-\(lines.upperBound - 1)")
    }
  }
}

extension Rule {
  fileprivate var conflict: MergeConflict? {
    guard case .file(.mergeConflict(let conflict)) = self else { return nil }
    return conflict
  }

  /// The first and the last line of each side, for programs: an empty list if it has none, null if
  /// they are not known.
  var linesOfConflict: [JSONLiteral.Member] {
    guard let conflict else { return [] }
    func lines(_ range: Range<Int>?) -> JSONLiteral {
      guard let range else { return .null }
      return .array(
        range.isEmpty ? [] : [.integer(range.lowerBound), .integer(range.upperBound - 1)])
    }
    return [
      .init("ours", lines(conflict.linesOfOurs)), .init("theirs", lines(conflict.linesOfTheirs)),
    ]
  }
}
