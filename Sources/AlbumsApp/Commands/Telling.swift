import Albums
import CommandKit
import Terminal

extension Invocation {
  /// Reports a wait, and agrees to it.
  var wait: Waiting {
    { wait in
      self.say(AlbumsText.waiting(wait, left: wait.seconds))
      return true
    }
  }

  /// Warns if an answer is old.
  func tell(_ freshness: Freshness) {
    guard case .old(let age, let because) = freshness else { return }
    warn(AlbumsText.old(age: age, because: because))
  }

  /// How to show covers of that width, if they are wanted and possible. Says so if they were asked
  /// for but this program was built without a decoder.
  func covers(columns: Int) throws -> CoverSetting? {
    guard arguments.has("--covers") else { return nil }
    let covers = try CoverSetting(self)
    let isShown = covers.ways.way(columns: columns) != .none
    if !isShown, !CoverPicture.canDecode { say(AlbumsText.noCovers) }
    return isShown && console.outputIsTerminal ? covers : nil
  }

  /// Prints an album's cover; nothing if it cannot be fetched.
  func print(
    coverOf album: Album, columns: Int, _ covers: CoverSetting, _ setting: CatalogueSetting
  ) async throws {
    let (size, way) = (covers.ways.size(columns: columns), covers.ways.way(columns: columns))
    guard let data = try? await setting.client.cover(of: album, size, setting.reading),
      let cover = Cover(jpeg: Array(data), columns: columns, way)
    else { return }
    try console.write(cover.text(covers.capabilities))
  }
}
