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

  /// How to show covers of that width, if they are wanted and possible. Says so if they were asked
  /// for but no decoder is installed.
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
    let (pixels, way) = (covers.ways.pixels(columns: columns), covers.ways.way(columns: columns))
    guard let data = try? await setting.client.cover(of: album, pixels: pixels, setting.reading),
      let cover = Cover(jpeg: Array(data), columns: columns, way)
    else { return }
    try console.write(cover.text(covers.capabilities))
  }
}
