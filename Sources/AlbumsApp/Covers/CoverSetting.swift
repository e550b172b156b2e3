import CommandKit
import Terminal

/// How to show covers on this terminal: as detected, or as `REGAPP_IMAGES` says.
struct CoverSetting {
  let ways: CoverWays
  /// Whether there are no covers only because no decoder is installed.
  let lacksDecoder: Bool
  /// The terminal's capabilities, overridden by `REGAPP_IMAGES`.
  let capabilities: Capabilities

  private enum Choice: String, CaseIterable {
    case kitty, iterm2, blocks, none
  }

  init(_ invocation: Invocation, canDecode: Bool = CoverPicture.canDecode) throws {
    var capabilities = invocation.capabilities
    let choice = try Self.choice(invocation.context.environment)
    // Without colours, there are no pictures either.
    if let choice, capabilities.colors >= .palette256 {
      switch choice {
      case .kitty:
        capabilities.pictures = .kitty
        // A picture's number is sent as an exact colour.
        capabilities.colors = .truecolor
      case .iterm2: capabilities.pictures = .iterm2
      case .blocks, .none: capabilities.pictures = .none
      }
    }
    self.capabilities = capabilities
    ways = choice == Choice.none ? .none : CoverWays(capabilities, canDecode: canDecode)
    lacksDecoder =
      choice != Choice.none && ways.areNone && !CoverWays(capabilities, canDecode: true).areNone
  }

  private static func choice(_ environment: Environment) throws -> Choice? {
    guard let name = environment["REGAPP_IMAGES"], !name.isEmpty else { return nil }
    if let choice = Choice(rawValue: name) { return choice }
    let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    throw Report.usage(
      "REGAPP_IMAGES must be one of \(known), not '\(visible(name))'",
      ru: "REGAPP_IMAGES может быть одним из: \(known), но не «\(visible(name))»",
      hint: "unset it", ru: "уберите эту переменную")
  }
}
