import Foundation
import TestSupport
import Testing

/// The probe's pictures, at a terminal that draws them.
@Suite struct PicturesAtTerminalTests {
  private static let kitty = ["TERM": "xterm-kitty"]
  private static let iterm = ["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"]

  /// Waits until a condition holds for what such a terminal shows.
  private func waits(
    _ terminal: ProbeTerminal, until isSo: @escaping @Sendable (PictureTerminal) -> Bool
  ) async throws -> Bool {
    let seen = Seen()
    return try await terminal.waits { isSo(seen.catchUp(with: $0)) }
  }

  /// A terminal that is fed each received byte only once.
  private final class Seen: @unchecked Sendable {
    private var terminal = PictureTerminal()
    private var count = 0

    func catchUp(with bytes: [UInt8]) -> PictureTerminal {
      terminal.take(bytes[count...])
      count = bytes.count
      return terminal
    }
  }

  /// - Parameter mayBeCut: whether another thread crashes while a picture is being sent.
  private func expectNothingStays(
    _ terminal: ProbeTerminal, isFreed: Bool = true, mayBeCut: Bool = false
  ) throws {
    let seen = PictureTerminal(terminal.bytes)
    let faults = seen.faults.filter { fault in
      !mayBeCut || !fault.hasSuffix("bytes are no fours") && fault != "no base64"
    }
    #expect(faults == [] && seen.images == [:], "\(faults)")
    #expect(!isFreed || !seen.freed.isEmpty)
    try expectAllIsBack(terminal)
  }

  @Test("are drawn, and freed when they disappear and at the end")
  func whole() async throws {
    let terminal = try ProbeTerminal(environment: Self.kitty)
    _ = try await terminal.probe()
    try terminal.type(Typed.pageUp)
    #expect(
      try await waits(terminal) { $0.images.count == 1 && $0.images.keys.allSatisfy($0.isWhole) })
    let image = try #require(PictureTerminal(terminal.bytes).images.values.first)
    #expect(image.pixels == (0..<96 * 96 * 3).map { UInt8(truncatingIfNeeded: $0 / 3) })
    try terminal.type(Typed.pageUp)
    #expect(try await waits(terminal) { $0.freed.count == 1 && $0.visible == [] })
    try terminal.type(Typed.pageUp)
    #expect(try await waits(terminal) { $0.sentCount == 2 && $0.visible.count == 1 })
    try terminal.type(Typed.f10)
    #expect(try await terminal.says("[ended 0]\r\n"))
    try expectNothingStays(terminal)
    #expect(terminal.screen.main == "[ended 0]\r\n")
    try await terminal.finish()
  }

  @Test(
    "are freed however it ends, even half way",
    arguments: [
      (Typed.pageUp, Typed.controlC, 130), (Typed.pageUp, Typed.f2, 128 + CrashTests.trap),
      (Typed.pageUp, Typed.f11, 128 + CrashTests.trap),
      (Typed.pageDown, Typed.controlC, 130), (Typed.pageDown, Typed.f2, 128 + CrashTests.trap),
    ] as [(String, String, Int32)])
  func ends(picture: String, end: String, status: Int32) async throws {
    let terminal = try ProbeTerminal(environment: Self.kitty)
    _ = try await terminal.probe()
    try terminal.type(picture)
    #expect(try await waits(terminal) { !$0.orders.isEmpty })
    try terminal.type(end)
    #expect(try await terminal.says("[ended \(status)]\r\n"))
    try expectNothingStays(terminal, mayBeCut: end == Typed.f11)
    try await terminal.finish()
  }

  @Test("delay no key: it is handled before a large picture is fully sent")
  func keys() async throws {
    let terminal = try ProbeTerminal(environment: Self.kitty)
    let probe = try await terminal.probe()
    let wakeups = probe.wakeups
    try terminal.type(Typed.pageDown)
    // Do not read, so that it blocks with most of the picture still to be sent.
    #expect(try await comesTrue { probe.wakeups > wakeups && probe.isAsleep })
    try terminal.type("word")
    #expect(try await waits(terminal) { $0.text.contains("> word") })
    #expect(PictureTerminal(terminal.bytes).sentCount == 0)
    #expect(try await waits(terminal) { $0.sentCount == 1 && $0.visible.count == 1 })
    try terminal.type(Typed.f10)
    #expect(try await terminal.says("[ended 0]\r\n"))
    try expectNothingStays(terminal)
    try await terminal.finish()
  }

  @Test("are sent again after a change of size and after a stop, during which nothing stays")
  func again() async throws {
    let terminal = try ProbeTerminal(shell: ProbeTerminal.twice, environment: Self.kitty)
    _ = try await terminal.probe()
    try terminal.type(Typed.pageUp)
    #expect(try await waits(terminal) { $0.visible.count == 1 })
    try terminal.resize(columns: 100, rows: 30)
    #expect(try await waits(terminal) { $0.sentCount == 2 && $0.visible.count == 1 })
    try terminal.type(Typed.controlZ)
    #expect(try await terminal.says("[stopped"))
    try expectNothingStays(terminal)
    try terminal.type("\n")
    #expect(try await waits(terminal) { $0.sentCount == 3 && $0.visible.count == 1 })
    try terminal.type(Typed.f6)
    #expect(try await waits(terminal) { $0.sentCount == 4 && $0.visible.count == 1 })
    try terminal.type(Typed.f10)
    #expect(try await terminal.says("[ended 0]\r\n"))
    try expectNothingStays(terminal)
    try await terminal.finish()
  }

  @Test("in iTerm2's protocol come after their cells, and again when those were drawn")
  func iterm() async throws {
    let terminal = try ProbeTerminal(environment: Self.iterm)
    _ = try await terminal.probe()
    try terminal.type(Typed.tab)
    #expect(try await waits(terminal) { $0.visibleFiles.count == 1 })
    try terminal.type("word")
    #expect(try await waits(terminal) { $0.text.contains("> word") && $0.files.count == 1 })
    try terminal.resize(columns: 100, rows: 30)
    #expect(try await waits(terminal) { $0.files.count == 2 && $0.visibleFiles.count == 1 })
    try terminal.type(Typed.tab)
    #expect(try await waits(terminal) { !$0.hasFilePieces })
    try terminal.type("\(Typed.tab)\(Typed.f2)")
    #expect(try await terminal.says("[ended \(128 + CrashTests.trap)]\r\n"))
    try expectNothingStays(terminal, isFreed: false)
    try await terminal.finish()
  }

  @Test(
    "are not sent to terminals not known to draw them",
    arguments: [
      ["TERM": "xterm-256color", "COLORTERM": "truecolor"],
      ["TERM": "xterm-kitty", "TMUX": "/tmp/tmux-0/default,1,0"],
      ["TERM": "xterm-kitty", "NO_COLOR": "1"], ["TERM": "tmux-256color"],
    ])
  func nowhere(environment: [String: String]) async throws {
    let terminal = try ProbeTerminal(environment: environment)
    _ = try await terminal.probe()
    try terminal.type("\(Typed.pageUp)\(Typed.pageDown)\(Typed.tab)word")
    #expect(try await terminal.shows("> word"))
    try terminal.type(Typed.f10)
    #expect(try await terminal.says("[ended 0]\r\n"))
    #expect(!terminal.text.contains("\u{1B}_") && !terminal.text.contains("\u{1B}]"))
    #expect(!terminal.text.unicodeScalars.contains("\u{10EEEE}"))
    try expectAllIsBack(terminal)
    try await terminal.finish()
  }
}
