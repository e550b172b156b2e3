extension Registry {
  /// Tells whether a program knows hashes of a scheme, by its name in hashes.
  package typealias HashReader = @Sendable (_ scheme: String) -> Bool

  /// Lets a login leave a hash as it is that a program beside regapp could not check any more if it
  /// were stronger.
  ///
  /// - Parameter readers: the programs that check the hash of an account; nil if nobody can tell,
  ///   and each weak hash stays.
  package func sharingHashes(
    with readers: @escaping @Sendable (FieldValues) async -> [HashReader]?
  ) -> Registry { with { $0.readersOfHash = readers } }
}
