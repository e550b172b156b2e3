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

  /// Whether pictures are wanted and can be shown.
  var showsCovers: Bool {
    arguments.has("--covers") && CoverPicture.canDecode && console.outputIsTerminal
      && capabilities.colors >= .palette256
  }

  /// Says that covers were asked for in vain, of a program that cannot read pictures.
  func tellOfCovers() {
    if arguments.has("--covers"), !CoverPicture.canDecode { say(AlbumsText.noCovers) }
  }

  /// Prints an album's cover in coloured half blocks; nothing where it cannot be had.
  func printCover(of album: Album, columns: Int, _ setting: CatalogueSetting) async throws {
    let size: CoverSize = columns > 8 ? .large : .small
    guard let data = try? await setting.client.cover(of: album, size, setting.reading),
      let picture = CoverPicture(jpeg: Array(data), columns: columns)
    else { return }
    try console.write(HalfBlocks(picture).text(capabilities.colors))
  }
}
