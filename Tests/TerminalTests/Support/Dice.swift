import TestSupport

extension Dice {
  mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }
}
