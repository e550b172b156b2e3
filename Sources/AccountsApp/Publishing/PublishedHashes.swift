package import AccountsFile
package import CommandKit
import Exchange

extension Registry {
  /// Lets a login leave a hash as it is that a program which `publish` writes for could not check
  /// any more if it were stronger. If the list is there and cannot be read, each weak hash stays.
  ///
  /// - Parameter directory: where the list is, unless the environment names another; nil for none.
  package func keepingPublishedHashes(
    listedIn directory: String?, _ environment: Environment
  ) -> Registry {
    let list = environment[PublishList.variable]
    guard directory != nil || list != nil else { return self }
    return sharingHashes { [self] values in
      let files = PublishedFiles(of: self, in: directory ?? "", listedIn: list)
      guard let entries = try? await files.entries() else { return nil }
      return entries.filter { $0.has(values) }.map { entry in
        { @Sendable scheme in entry.reader.takes(scheme: scheme) }
      }
    }
  }
}

extension PublishedFiles {
  /// The entries of the list; none without a list in the usual place.
  fileprivate func entries() throws(AccountsError) -> [PublishList.Entry] {
    guard let bytes = try bytesOfList(writes: false) else { return [] }
    return try PublishList(bytes, path: list).entries
  }
}
