import Albums
import RegAppCLI
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

  /// Whether pictures so many columns wide are wanted and can be shown.
  func showsCovers(columns: Int) -> Bool {
    arguments.has("--covers") && console.outputIsTerminal
      && CoverWays(capabilities).way(columns: columns) != .none
  }

  /// Says that covers were asked for in vain, of a program that cannot read pictures.
  func tellOfCovers(columns: Int) {
    guard arguments.has("--covers"), !CoverPicture.canDecode,
      CoverWays(capabilities).way(columns: columns) == .none
    else { return }
    say(AlbumsText.noCovers)
  }

  /// Prints an album's cover; nothing where it cannot be had.
  func printCover(of album: Album, columns: Int, _ setting: CatalogueSetting) async throws {
    let (capabilities, ways) = (capabilities, CoverWays(capabilities))
    let size = ways.size(columns: columns)
    guard let data = try? await setting.client.cover(of: album, size, setting.reading),
      let cover = Cover(jpeg: Array(data), columns: columns, ways.way(columns: columns))
    else { return }
    try console.write(cover.text(capabilities))
  }
}
