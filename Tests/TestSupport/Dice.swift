/// The same numbers on every run and every machine (SplitMix64), for the tests of all targets.
package struct Dice: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(_ seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  package mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

  package mutating func pick<Item>(_ items: [Item]) -> Item { items[below(items.count)] }
}
