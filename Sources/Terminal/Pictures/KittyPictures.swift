/// Pictures in kitty's protocol.
///
/// A picture is sent once, its cells are drawn when all of it has been sent, and it is freed when
/// none of them is visible any more. So the terminal never keeps more than is visible.
struct KittyPictures: PictureFlow {
  /// Pictures that the terminal has.
  private var held: Set<UInt32> = []
  /// Pictures that the terminal may still have; they must be sent again before they are shown.
  private var doubtful: Set<UInt32> = []
  /// Pictures to free.
  private var unwanted: Set<UInt32> = []
  private var waiting: [TerminalPicture] = []
  private var transmission: KittyTransmission?
  /// Whether the rest of the transmission is no longer needed.
  private var isObsolete = false

  /// The most pictures that a terminal is asked to keep at once.
  static let most = 64
  /// As many as fit into a signal handler's farewell buffer.
  private static let mostFreed = 200

  mutating func prepare(_ frame: Frame) -> Frame {
    var frame = frame
    let visible = frame.pictures.filter { !$0.picture.isFile && frame.shows($0) }
    var wanted: [TerminalPicture] = []
    for placed in visible where wanted.count < Self.most && !wanted.contains(placed.picture) {
      wanted.append(placed.picture)
    }
    let numbers = Set(wanted.map(\.number))
    unwanted.formUnion(held.union(doubtful).subtracting(numbers))
    held.formIntersection(numbers)
    doubtful.formIntersection(numbers)
    if let transmission, !numbers.contains(transmission.picture.number) { isObsolete = true }
    let coming = isObsolete ? nil : transmission?.picture
    waiting = wanted.filter { !held.contains($0.number) && $0 != coming }
    for placed in frame.pictures where !held.contains(placed.picture.number) { frame.hide(placed) }
    return frame
  }

  func mustClear(for frame: Frame, over old: Frame?) -> Bool { false }

  mutating func note(_ frame: Frame, over old: Frame?) {}

  var hasSteps: Bool { transmission != nil || !unwanted.isEmpty || !waiting.isEmpty }

  var isWithinSequence: Bool { false }

  mutating func nextStep() -> PictureStep? {
    let before = traces
    guard var step = next() else { return nil }
    step.farewell = before.union(traces).farewell
    return step
  }

  private mutating func next() -> PictureStep? {
    if let transmission, isObsolete {
      self.transmission = nil
      isObsolete = false
      return PictureStep(
        bytes: KittyGraphics.breakOff + KittyGraphics.free(transmission.picture.number))
    }
    if transmission != nil { return nextSequence() }
    if !unwanted.isEmpty {
      defer { unwanted = [] }
      return PictureStep(bytes: unwanted.sorted().flatMap(KittyGraphics.free))
    }
    guard !waiting.isEmpty else { return nil }
    transmission = KittyTransmission(waiting.removeFirst())
    return nextSequence()
  }

  private mutating func nextSequence() -> PictureStep? {
    guard let bytes = transmission?.next(), let transmission else { return nil }
    if transmission.isOver {
      held.insert(transmission.picture.number)
      doubtful.remove(transmission.picture.number)
      self.transmission = nil
    }
    return PictureStep(bytes: bytes, completes: self.transmission == nil)
  }

  mutating func forgetScreen() {
    doubtful.formUnion(held)
    held = []
    waiting = []
    isObsolete = transmission != nil
  }

  mutating func forgetAll() { self = KittyPictures() }

  var farewell: [UInt8] { traces.farewell }

  /// What we have left in the terminal.
  private struct Traces {
    var numbers: Set<UInt32>
    /// Whether a transmission was begun.
    var isWithin: Bool

    func union(_ other: Traces) -> Traces {
      Traces(numbers: numbers.union(other.numbers), isWithin: isWithin || other.isWithin)
    }

    var farewell: [UInt8] {
      let bytes =
        (isWithin ? KittyGraphics.breakOff : [])
        + numbers.sorted().prefix(KittyPictures.mostFreed).flatMap(KittyGraphics.free)
      return bytes.isEmpty ? [] : ControlSequences.stringEnd + bytes
    }
  }

  private var traces: Traces {
    var numbers = held.union(doubtful).union(unwanted)
    if let transmission { numbers.insert(transmission.picture.number) }
    return Traces(numbers: numbers, isWithin: transmission != nil)
  }
}
