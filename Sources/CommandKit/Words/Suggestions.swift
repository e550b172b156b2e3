import TextTools

extension Phrase {
  package static func didYouMean(_ name: String) -> Phrase {
    Phrase("did you mean \(name)?", ru: "может быть, \(name)?")
  }

  /// A hint for an unknown name: the known name that is most like it, else all known names.
  package static func instead(of name: String, among known: [String]) -> Phrase {
    if let near = nearest(to: name, in: known) { return .didYouMean(near) }
    let list = known.joined(separator: ", ")
    return Phrase("use one of \(list)", ru: "есть: \(list)")
  }
}
