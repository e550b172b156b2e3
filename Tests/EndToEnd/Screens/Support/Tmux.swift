import Foundation
import Testing

/// tmux and a plain shell, as they are found on PATH.
enum Tmux {
  static let path = found("tmux")
  /// A shell that, unlike others, does not mend a terminal that a program leaves broken.
  static let shell = found("dash") ?? "/bin/sh"

  private static func found(_ name: String) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips what needs a whole terminal if there is none to be had.
  static var needsTmux: Self {
    .enabled(if: Tmux.path != nil, "tmux is not on PATH: the screens are not tested at a terminal")
  }
}

extension Gate {
  /// So many terminals at once as a small machine draws for in good time.
  static let terminals = Gate(places: 3)
}
