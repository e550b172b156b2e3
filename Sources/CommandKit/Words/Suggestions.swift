import TextTools

extension Phrase {
  package static func didYouMean(_ name: String) -> Phrase {
    Phrase("did you mean \(name)?", ru: "может быть, \(name)?")
  }

  /// What might have been meant by a name that is unknown: one like it, else all that there are.
  package static func instead(of name: String, among known: [String]) -> Phrase {
    if let near = nearest(to: name, in: known) { return .didYouMean(near) }
    let list = known.joined(separator: ", ")
    return Phrase("there are \(list)", ru: "есть: \(list)")
  }
}
