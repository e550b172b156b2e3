/// The nearest of the 256 colours to a shade.
///
/// Only the 6×6×6 cube and the grey ramp are considered: users may configure the first sixteen.
enum NearestColor {
  static func index(red: UInt8, green: UInt8, blue: UInt8) -> UInt8 {
    let shade = [Int(red), Int(green), Int(blue)]
    let steps = shade.map(step)
    let cube = 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
    let grey = min(max(0, (shade[0] + shade[1] + shade[2] - 9) / 30), 23)
    let greyDistance = distance(shade, Array(repeating: 8 + 10 * grey, count: 3))
    let isGrey = greyDistance < distance(shade, steps.map { levels[$0] })
    return UInt8(truncatingIfNeeded: isGrey ? 232 + grey : cube)
  }

  private static let levels = [0, 95, 135, 175, 215, 255]

  private static func step(_ value: Int) -> Int {
    value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40
  }

  private static func distance(_ left: [Int], _ right: [Int]) -> Int {
    zip(left, right).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  }
}
