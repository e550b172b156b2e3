import Albums
import CommandKit
import Terminal

extension Invocation {
  /// Asks the store; reports waits, and an answer that is old.
  func fetch<Value>(
    _ question: (@escaping Waiting) async throws(AlbumsError) -> Answer<Value>
  ) async throws(Report) -> Answer<Value> {
    do {
      let answer = try await question { wait in
        self.say(AlbumsText.waiting(wait, left: wait.seconds))
        return true
      }
      if case .old(let age, let because) = answer.freshness {
        warn(AlbumsText.old(age: age, because: because))
      }
      return answer
    } catch {
      throw Report(error)
    }
  }

  var albumLines: AlbumLines {
    AlbumLines(language: language, columns: console.outputIsTerminal ? world.columns() : nil)
  }

  /// Whether to print covers. If they were asked for and cannot be shown, says why.
  func showsCovers() -> Bool {
    guard arguments.has("--covers") else { return false }
    let reason = Covers(capabilities.colors).reason
    if let reason { say(reason) }
    return reason == nil && console.outputIsTerminal
  }

  /// Prints an album's cover; nothing if it cannot be fetched.
  func print(coverOf album: Album, columns: Int, _ setting: CatalogueSetting) async throws {
    let pixels = Covers.pixels(columns: columns)
    guard let data = try? await setting.client.cover(of: album, pixels: pixels, setting.reading),
      let picture = CoverPicture(jpeg: Array(data), side: columns)
    else { return }
    try console.write(HalfBlocks(picture: picture).text(capabilities.colors))
  }
}
