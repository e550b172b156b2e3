extension Key {
  /// The key as a command: a letter small, and a Russian one as the Latin letter on the same key, so
  /// that nobody has to change the layout to press the E that a screen names.
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
