import Terminal

/// The exact colours of an appearance. `ThemeTests` computes the contrast of every style made of
/// them, as they are and as the nearest of 256.
struct Tones: Sendable {
  // Backgrounds.
  let ground: Color
  let panel: Color
  let field: Color
  let focusedField: Color
  let selection: Color
  let button: Color
  let focusedButton: Color

  // Text and lines.
  let text: Color
  let strong: Color
  let label: Color
  let faint: Color
  let disabled: Color
  let accent: Color
  let border: Color
  let good: Color
  let warning: Color
  let problem: Color
  let upcoming: Color
  let onButton: Color
  /// The text of a button that is off, which has the mean of its own colour and the ground's.
  let onButtonOff: Color

  static let dark = Tones(
    ground: .hex(0x14181E), panel: .hex(0x1B2129), field: .hex(0x262E38),
    focusedField: .hex(0x303D4B), selection: .hex(0x1D4B50), button: .hex(0x2FA8A1),
    focusedButton: .hex(0x7BE5DF), text: .hex(0xC8D0DA), strong: .hex(0xF4F7FA),
    label: .hex(0xA8B3C0), faint: .hex(0xA0ABB8), disabled: .hex(0x7F8B99),
    accent: .hex(0x4CCBC4), border: .hex(0x76828F), good: .hex(0x7FCF97),
    warning: .hex(0xE3B866), problem: .hex(0xFF8F87), upcoming: .hex(0x8FB8F5),
    onButton: .hex(0x08110F), onButtonOff: .hex(0xDCE3EA))

  static let light = Tones(
    ground: .hex(0xFAFBFC), panel: .hex(0xF0F3F6), field: .hex(0xDFE6EC),
    focusedField: .hex(0xC9DEE6), selection: .hex(0xC3E4E2), button: .hex(0x0A726C),
    focusedButton: .hex(0x0B2E2B), text: .hex(0x2B333D), strong: .hex(0x090D12),
    label: .hex(0x4C5763), faint: .hex(0x55606C), disabled: .hex(0x727D8A),
    accent: .hex(0x08655F), border: .hex(0x78838F), good: .hex(0x1B6B38),
    warning: .hex(0x7A5200), problem: .hex(0xB0201A), upcoming: .hex(0x1B57A6),
    onButton: .hex(0xFFFFFF), onButtonOff: .hex(0x303944))
}

extension Color {
  /// An exact colour as it is usually written. It is never shown with sixteen colours.
  fileprivate static func hex(_ value: UInt32) -> Color {
    func part(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value >> shift) }
    return .shade(red: part(16), green: part(8), blue: part(0), palette: 0)
  }

  /// The colour in the middle between two exact ones: the mean of red, green and blue each.
  func mean(with other: Color) -> Color {
    guard case .shade(let red, let green, let blue, let palette) = self,
      case .shade(let otherRed, let otherGreen, let otherBlue, _) = other
    else { return self }
    func mean(_ one: UInt8, _ two: UInt8) -> UInt8 { UInt8((Int(one) + Int(two)) / 2) }
    return .shade(
      red: mean(red, otherRed), green: mean(green, otherGreen), blue: mean(blue, otherBlue),
      palette: palette)
  }
}
