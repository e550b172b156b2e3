/// The changes that later undos took back, and that no later undo restored.
///
/// Changes are passed from the newest to the oldest: whether an undo was taken back itself is known
/// before it is met.
struct TakenBack {
  private var undos: [Int: Int] = [:]

  /// Goes to before a change.
  mutating func pass(_ entry: HistoryEntry) {
    guard let number = entry.number, undos[number] == nil else { return }
    for undone in entry.undid where undos[undone] == nil { undos[undone] = number }
  }

  /// The undo that took back a change, if all newer changes were passed; nil if the change is in
  /// force.
  func undo(of number: Int?) -> Int? { number.flatMap { undos[$0] } }
}
