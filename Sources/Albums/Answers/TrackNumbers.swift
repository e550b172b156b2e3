/// The track numbers that an answer contains, by disc, and those that it should contain.
struct TrackNumbers {
  /// How many discs there are.
  private(set) var count = 1
  /// How many rows are neither songs nor videos.
  private(set) var otherCount = 0
  private var numbers: [Int: Set<Int>] = [:]
  /// The track count of each disc, as its songs report it.
  private var counts: [Int: Int] = [:]
  private var hasUnnumbered = false

  init(_ rows: [AnswerRow]) {
    for row in rows {
      let disc = row.discNumber ?? 1
      count = max(count, min(row.discCount ?? 1, Self.greatestCount), min(disc, Self.greatestCount))
      if let number = row.trackNumber {
        numbers[disc, default: []].insert(number)
      } else {
        hasUnnumbered = true
      }
      switch row.trackKind {
      // A video reports the album's track count, not its disc's.
      case .song: counts[disc] = max(counts[disc] ?? 0, row.trackCount ?? 0)
      case .video: break
      case nil: otherCount += 1
      }
    }
  }

  /// Sorted. Empty if any song has no number: the missing ones cannot be identified then.
  var gaps: [AlbumDetails.Gap] {
    if numbers.isEmpty || hasUnnumbered { return [] }
    return (1...count).flatMap { disc -> [AlbumDetails.Gap] in
      guard let present = numbers[disc]?.sorted(), let last = present.last else {
        return [AlbumDetails.Gap(disc: disc, numbers: nil)]
      }
      var gaps: [AlbumDetails.Gap] = []
      var next = 1
      for number in present + [max(last, counts[disc] ?? 0) + 1] {
        if number > next { gaps.append(AlbumDetails.Gap(disc: disc, numbers: next...(number - 1))) }
        next = number + 1
      }
      return gaps
    }
  }

  /// A larger disc or track count is taken for a mistake.
  private static let greatestCount = 1000
}
