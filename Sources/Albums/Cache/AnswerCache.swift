/// Answers and covers on disk, for whoever asks again; and the times of the last requests, so that
/// all programs of a user together ask no more often than one should.
///
/// Only whole answers are kept, never a failure. All of it may be removed at any time.
public struct AnswerCache: Sendable {
  let answers: Shelf
  let covers: Shelf
  let paceFile: String
  private let directory: String

  /// An answer is fresh for so many seconds.
  static let day = 24 * 60 * 60

  /// - Parameter directory: made when something is first kept, for its owner alone.
  /// - Parameter answerBytes: how much room the answers may take.
  /// - Parameter coverBytes: how much room the covers may take.
  public init(directory: String, answerBytes: Int = 20 << 20, coverBytes: Int = 20 << 20) {
    self.directory = directory
    answers = Shelf(directory: "\(directory)/answers", limit: answerBytes)
    covers = Shelf(directory: "\(directory)/covers", limit: coverBytes)
    paceFile = "\(directory)/requests"
  }

  /// Whether there is a directory to keep anything in, which nobody else can look into.
  func prepare() -> Bool { CacheDisk.prepare(directory: directory) }

  func keep(_ bytes: [UInt8], as address: String, on shelf: Shelf, time: Int) {
    if prepare() { shelf.keep(bytes, as: address, time: time) }
  }
}
