import Foundation
import Terminal
import TestSupport
import Testing

@testable import Albums
@testable import AlbumsApp
@testable import CommandKit
@testable import ScreenKit

@Suite("The albums' frames") struct FrameTests {
  struct Scene: Sendable, CustomTestStringConvertible {
    let name: String
    var covers = false
    let play: @Sendable (inout Stage) -> Void
    var testDescription: String { name }
  }

  static let scenes: [Scene] = [
    Scene(name: "begin") { _ in },
    Scene(name: "typing") { $0.type("Кино") },
    Scene(name: "searching") { stage in
      stage.type("Кино")
      stage.tick()
    },
    Scene(name: "waiting") { stage in
      stage.type("Кино")
      stage.tick()
      stage.send(.message(.waiting(stage.state.question, Wait(seconds: 42, reason: .pace))))
    },
    Scene(name: "list") { stage in
      stage.search("Кино", finds: Catalogue.mixed)
      stage.press(.down, .down)
    },
    Scene(name: "long-list") { stage in
      stage.search(finds: Catalogue.albums(60))
      stage.press(.pageDown)
    },
    Scene(name: "covers", covers: true) { stage in
      stage.search(finds: Catalogue.albums(60, covers: true))
      let pixels = (0..<64).map { CoverPicture.Pixel(red: UInt8($0 * 3), green: 90, blue: 30) }
      for number in [1, 3] {
        let url = "https://covers.example/\(number)/100x100bb.jpg"
        stage.send(
          .message(
            .cover(
              CoverKey(url: url, columns: 8), CoverPicture(side: 8, pixels: pixels))))
      }
    },
    Scene(name: "nothing-found") { $0.search("no such thing", finds: []) },
    Scene(name: "offline") { stage in
      stage.type("Кино")
      stage.tick()
      stage.answer(.failed(.offline) as Fetched<[Album]>)
    },
    Scene(name: "old") { stage in
      stage.search(
        finds: Catalogue.albums(3), freshness: .old(age: 200_000, because: .offline))
    },
    Scene(name: "loading") { stage in
      stage.search("Кино", finds: Catalogue.mixed)
      stage.press(.down, .down, .enter)
    },
    Scene(name: "album") { stage in
      stage.search("Кино", finds: Catalogue.mixed)
      stage.press(.down, .down, .enter)
      stage.answer(.loaded(.of(Catalogue.rich)))
    },
    Scene(name: "album-end") { stage in
      stage.search("Кино", finds: Catalogue.mixed)
      stage.press(.down, .down, .enter)
      stage.answer(.loaded(.of(Catalogue.rich)))
      stage.press(.end)
    },
    Scene(name: "album-failed") { stage in
      stage.search("Кино", finds: Catalogue.mixed)
      stage.press(.down, .down, .enter)
      stage.answer(
        .failed(.notJSON(.html)) as Fetched<AlbumDetails>)
    },
    Scene(name: "person") { stage in
      stage.search(finds: Catalogue.albums(60))
      stage.press(.function(2))
    },
    Scene(name: "help") { stage in
      stage.search(finds: Catalogue.albums(60))
      stage.press(.function(1))
    },
  ]

  private struct Look {
    let columns: Int
    let rows: Int
    let colors: ColorDepth
    var appearance = Appearance.dark
    var language = Language.english

    func file(_ name: String) -> String {
      let ends =
        (appearance == .dark ? "" : "_\(appearance)") + (language == .russian ? "_ru" : "")
      return "\(name)_\(columns)x\(rows)_\(colors)\(ends)"
    }
  }

  private static let usual = [
    Look(columns: 80, rows: 24, colors: .truecolor), Look(columns: 40, rows: 12, colors: .none),
    Look(columns: 80, rows: 24, colors: .none, language: .russian),
  ]
  /// One screen is kept in these as well.
  private static let more = [
    Look(columns: 200, rows: 60, colors: .truecolor, appearance: .light),
    Look(columns: 80, rows: 24, colors: .sixteen),
  ]
  /// These stand for their screens, of which the others show states.
  private static let ofScreens: Set = ["begin", "list", "album", "person", "help"]
  /// These are kept with the look of each cell, as covers are.
  private static let telling: Set = ["list", "album"]

  private static func looks(of scene: Scene) -> [Look] {
    guard ofScreens.contains(scene.name) else { return [usual[0]] }
    return usual + (scene.name == "list" ? more : [])
  }

  private func stage(_ scene: Scene, _ look: Look) throws -> Stage {
    var stage = try Stage(
      look.columns, look.rows, colors: look.colors, look.appearance, covers: scene.covers,
      language: look.language)
    scene.play(&stage)
    return stage
  }

  @Test("match the golden files", arguments: scenes)
  func golden(scene: Scene) throws {
    for look in Self.looks(of: scene) {
      let stage = try stage(scene, look)
      let rows = look.rows - stage.keyRows
      Golden.expect(
        Self.telling.contains(scene.name) || scene.covers
          ? Picture(stage.frame, colors: look.colors, rows: rows)
          : Picture(textOf: stage.frame, rows: rows),
        look.file(scene.name))
    }
  }

  @Test("list the keys as they did")
  func keys() throws {
    for look in Self.usual {
      let frames = try Self.scenes.map { scene in
        let stage = try stage(scene, look)
        return (name: scene.name, frame: stage.frame, rows: stage.keyRows)
      }
      Golden.expect(Picture(keysOf: frames, colors: look.colors), look.file("keys"))
    }
  }

  @Test("all belong to a scene")
  func noneLeftOver() throws {
    let kept = try FileManager.default.contentsOfDirectory(atPath: Golden.directory.path)
      .filter { $0.hasSuffix(".txt") }
    let wanted =
      Self.scenes.flatMap { scene in
        Self.looks(of: scene).map { $0.file(scene.name) + ".txt" }
      } + Self.usual.map { $0.file("keys") + ".txt" }
    #expect(Set(kept).subtracting(wanted).sorted() == [])
  }

  @Test("below 40 by 10 say so, and come back unchanged", arguments: scenes)
  func tooSmall(scene: Scene) throws {
    var stage = try Stage(80, 24, covers: scene.covers)
    scene.play(&stage)
    let before = stage.frame
    stage.resize(20, 5)
    #expect(stage.lines.map { $0.trimmingSpace }.joined(separator: " ").contains("need 40×10"))
    #expect(stage.frame.cursor == nil)
    stage.resize(80, 24)
    #expect(stage.frame == before)
  }

  @Test("can be drawn at any size, whatever key comes then", arguments: scenes)
  func anySize(scene: Scene) throws {
    for covers in [false, true] {
      var stage = try Stage(80, 24, covers: covers)
      scene.play(&stage)
      var sizes = [1, 2, 9, 10, 14].flatMap { rows in
        [1, 2, 13, 39, 40, 79].map { ($0, rows) }
      }
      sizes += [(0, 0), (120, 40), (120, 1), (1, 40), (79, 23), (80, 17), (81, 18), (39, 40)]
      for (columns, rows) in sizes {
        stage.resize(columns, rows)
        #expect(stage.frame.size == Size(columns: columns, rows: rows))
      }
      for key in [Key.down, .up, .pageDown, .pageUp, .end, .home, .character("x"), .enter] {
        stage.resize(1, 1)
        stage.press(key)
        stage.resize(120, 40)
      }
    }
  }

  @Test(
    "contain no harmful byte, and no half of a wide letter", arguments: Language.allCases)
  func cells(language: Language) throws {
    for (columns, rows) in [(80, 24), (41, 13)] {
      for scene in Self.scenes {
        var stage = try Stage(columns, rows, covers: scene.covers, language: language)
        scene.play(&stage)
        for line in stage.lines {
          #expect(line.unicodeScalars.allSatisfy { !$0.misleads })
          #expect(DisplayWidth.of(line) <= columns)
        }
      }
    }
  }
}
