import Albums
import CommandKit
import Terminal

extension Invocation {
  /// Says that there is to be a wait, and agrees to it.
  var wait: Waiting {
    { wait in
      self.say(AlbumsText.waiting(wait, left: wait.seconds))
      return true
    }
  }

  /// Says how old an answer is, where it is.
  func tell(_ freshness: Freshness) {
    guard case .old(let age, let because) = freshness else { return }
    warn(AlbumsText.old(age: age, because: because))
  }

  /// How pictures so many columns wide are shown, where they are wanted and can be; says so where
  /// they were asked for in vain, of a program that cannot read them.
  func covers(columns: Int) throws -> CoverSetting? {
    guard arguments.has("--covers") else { return nil }
    let covers = try CoverSetting(self)
    let isShown = covers.ways.way(columns: columns) != .none
    if !isShown, !CoverPicture.canDecode { say(AlbumsText.noCovers) }
    return isShown && console.outputIsTerminal ? covers : nil
  }

  /// Prints an album's cover; nothing where it cannot be had.
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
