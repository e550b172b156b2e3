/// Answers and covers cached on disk, and the times of the last requests, so that all programs of a
/// user together stay within the request rate.
///
/// Only complete answers are kept, never errors, and nothing for longer than 30 days. All of it may
/// be deleted at any time.
public struct AnswerCache: Sendable {
  let answers: Shelf
  let covers: Shelf
  let paceFile: String
  private let directory: String

  /// How many seconds an answer stays fresh.
  static let day = 24 * 60 * 60
  /// How many seconds anything is kept.
  static let longest = 30 * day

  /// - Parameter directory: created on the first write, readable by its owner only.
  public init(directory: String) {
    self.directory = directory
    answers = Shelf(directory: "\(directory)/answers", limit: 20 << 20)
    covers = Shelf(directory: "\(directory)/covers", limit: 20 << 20)
    paceFile = "\(directory)/requests"
  }

  /// Removes all answers and covers; returns how many there were.
  public func clear() async -> Int {
    await CacheDisk.run { [answers, covers] in answers.clear() + covers.clear() }
  }

  /// Creates the directory if needed; false unless it exists and only its owner can look into it.
  func prepare() -> Bool { CacheDisk.prepare(directory: directory) }

  func keep(_ bytes: [UInt8], as address: String, on shelf: Shelf, time: Int) {
    if prepare() { shelf.keep(bytes, as: address, time: time) }
  }
}
