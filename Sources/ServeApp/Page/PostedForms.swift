import Synchronization

/// A form as it was posted: the digest of all that is in it, and the address that it came from.
struct PostedForm: Sendable, Hashable {
  let sent: Digest
  let network: String?
}

/// The forms of a page that were posted of late. Equal ones that come at once, or again as by a
/// double click, are one change.
final class PostedForms<Verdict: Sendable, Change: Sendable>: Sendable {
  private let turns: HashTurns
  private let changes: Recent<PostedForm, Change>
  private let work = SharedAnswer<PostedForm, Verdict?>()
  /// The forms that are being judged, whether or not somebody still waits for that.
  private let begun = Mutex<Set<PostedForm>>([])

  init(_ turns: HashTurns) {
    self.turns = turns
    changes = Recent(most: 10_000, seconds: 900, now: turns.now)
  }

  /// The change that a form has made.
  subscript(form: PostedForm) -> Change? {
    get { changes[form] }
    set { changes[form] = newValue }
  }

  /// Whether a form is being judged, or has made a change.
  func isKnown(_ form: PostedForm) -> Bool {
    begun.withLock { $0.contains(form) } || changes[form] != nil
  }

  /// The verdict on a form, in a turn of its address; nil if none came free in time.
  func verdict(
    on form: PostedForm, _ judge: @escaping @Sendable () async -> Verdict
  ) async -> Verdict? {
    let found = await turns.turn(of: form.network, sharing: work, form) {
      // Once it has begun it is finished: the same form may come again from a browser that has left
      // this one.
      await Task {
        self.begun.withLock { _ = $0.insert(form) }
        defer { self.begun.withLock { _ = $0.remove(form) } }
        return await judge()
      }.value
    }
    return found?.value
  }
}
