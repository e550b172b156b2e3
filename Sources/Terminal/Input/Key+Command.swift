extension Key {
  /// The key as a command: lower-cased, and with a Russian letter mapped to the Latin one on the
  /// same key, so that the E that a screen names works in either layout.
  package var command: Key {
    guard case .character(let character) = name, let small = character.lowercased().first else {
      return self
    }
    return Key(.character(Self.latin[small] ?? small), modifiers)
  }

  private static let latin = Dictionary(
    zip("йцукенгшщзхъфывапролджэячсмитьбю", "qwertyuiop[]asdfghjkl;'zxcvbnm,.")
  ) { first, _ in first }
}
