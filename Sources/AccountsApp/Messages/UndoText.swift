import AccountsFile
import CommandKit

// Reports of changes that undo does not take back.

extension Report {
  /// Says why a change of a kind has no values to restore.
  init(_ did: ChangeKind, nothingToRestoreOf number: Int) {
    let reason =
      switch did {
      case .seal, .rehash: Phrase("it only hashed passwords or gave ids")
      case .byHand: Phrase("it was made outside the history, which has no values of it")
      case .copy: Phrase("it copied the accounts here")
      default: Phrase("it changed no values, or its accounts were forgotten")
      }
    self.init(.no, "nothingToRestore", "change #\(number) cannot be undone: \(reason)")
  }

  /// Names the changes that the history has lost.
  init(lacking first: Int, _ last: Int) {
    let words =
      first == last
      ? Phrase("the history lacks change #\(first): nothing tells what it left")
      : Phrase("the history lacks changes #\(first) to #\(last): nothing tells what they left")
    self.init(
      .tryAgain, "historyLacks", [words],
      hint: Phrase("nothing was undone; newer changes can be undone"))
  }

  /// Names the changes of owners, and the caller's own one that can be taken back instead.
  init(_ changes: [OwnersChange], own: HistoryEntry?) {
    let hint = own.flatMap { own in
      own.number.map { number in
        Phrase(
          "nothing was undone; regapp undo --change \(number) takes back your own newest change "
            + "alone (\(own.summary)); to take back theirs nevertheless, give --theirs")
      }
    }
    self.init(
      .tryAgain, "ownersChanges", changes.map { $0.words(.ofSystem) },
      hint: hint ?? Phrase("nothing was undone; to take it back nevertheless, give --theirs"))
  }
}
