import Accounts
import LosslessJSON

@testable import Accounts
@testable import AccountsFile

/// One of each error. Adding an error breaks the build here, so none is forgotten.
enum EveryError {
  private static func problems(_ source: String) -> [Problem] {
    func place(_ line: Int, _ column: Int) -> Place {
      Place(source, JSONPlace(line: line, column: column))
    }
    return [
      Problem(.field(.email), .field(.address(.noAt)), at: place(5, 16)),
      Problem(.field(.phone), .field(.phone(mask: "***")), at: place(7, 1)),
    ]
  }
  private static let fault = DiskFault(action: .write, path: "/d/a\u{1B}b", reason: .errno(28))

  /// One of each reason for which a change stays, of an account with a hostile name.
  private static let ownersChanges = [
    OwnersChange(number: 3, time: 1_790_000_000, account: "a\u{1B}@b.co", restoresPassword: true),
    OwnersChange(number: 4, time: nil, account: "b@b.co", restoresPassword: false),
    OwnersChange(
      number: 5, time: nil, account: "c@b.co", restoresPassword: true, restoresCode: true),
  ]
  private static let refusals =
    EveryRule.chain(from: Refusal.Reason.changedSince(["firstName", "o\u{1B}wn"])) { reason in
      switch reason {
      case .changedSince(let keys): keys.isEmpty ? .missing : .changedSince([])
      case .missing: .conflict([FieldConflict(field: .phone, expected: nil, found: nil)])
      case .conflict: .invalid([Problem(.field(.birthDate), .field(.required))])
      case .invalid: .closed([Problem(.field(.groups), .field(.once))])
      case .closed: .repeats(earlier: 0)
      case .repeats: .idWouldCount(.email)
      case .idWouldCount:
        .unproven([AccountRecord.Change(.firstName, from: "a\u{1B}", to: "B" as String?)])
      case .unproven, .taken: nil
      }
    }.map { Refusal(0, of: "a\u{1B}@b.co", $0) }

  static let samples: [(error: AccountsError, exit: Int32, name: String)] = [
    (
      .invalid([Problem(.field(.email), .field(.required)), Problem(.field(.phone), .field(.text))]
      ), 65, "invalid"
    ),
    (.taken(.email), 65, "accountExists"),
    (.idWouldCount(.username), 65, "idWouldCount"),
    (.noSuchAccount(name: "a\u{1B}@b.co"), 67, "noSuchAccount"),
    (.loginKey(by: [.email], not: .username), 64, "usage"),
    (.loginNeeds([.username, .firstName]), 64, "usage"),
    (.fileInvalid(problems("/d/a\u{1B}.json")), 65, "fileInvalid"),
    (.rulebookBroken(problems("/d/a.json")), 78, "rulebookBroken"),
    (.accountClosed(problems("/d/a.json")), 65, "accountClosed"),
    (.noteBroken(problems("/d/edit.json")[0]), 65, "noteBroken"),
    (.loginFailed, 77, "loginFailed"),
    (.nobodyRegistered, 77, "nobodyRegistered"),
    (.severalFit, 77, "severalFit"),
    (.tooManySessions(most: 50_000), 75, "tooManySessions"),
    (.schemeUnsupported("argon2id"), 77, "schemeUnsupported"),
    (.hashTooDear("6"), 77, "hashTooDear"),
    (.outOfMemory, 75, "outOfMemory"),
    (.refused(.expired), 77, "expired"),
    (.mustChange(name: "a\u{1B}@b.co"), 77, "mustChange"),
    (.refused(.invited), 77, "invited"),
    (.invited(name: "a\u{1B}@b.co", missing: [.phone]), 77, "invited"),
    (.invitationOver(name: "a\u{1B}@b.co"), 77, "invited"),
    (
      .cannotInvite([
        Uninvited(name: "a\u{1B}@b.co", state: .locked, problems: []),
        Uninvited(
          name: "b@b.co", state: .closed,
          problems: [Problem(.field(.email), .field(.address(.noAt)))]),
      ]), 65, "cannotInvite"
    ),
    (.notInGroup(name: "a@b.co"), 77, "group"),
    (.withoutID(name: "a\u{1B}@b.co"), 77, "subject"),
    (.idDoesNotCount(name: "a\u{1B}@b.co"), 75, "idDoesNotCount"),
    (.idDoesNotCount(name: "a\u{1B}@b.co", id: .random()), 75, "idDoesNotCount"),
    (.idDoesNotCount(name: "a@b.co", .busy(subject: "/a\u{1B}", by: nil)), 75, "idDoesNotCount"),
    (.notLoggedIn(.nobodyRegistered), 77, "notLoggedIn"),
    (.notLoggedIn(.neverLoggedIn), 77, "notLoggedIn"),
    (.notLoggedIn(.loggedOut), 77, "notLoggedIn"),
    (.notLoggedIn(.accountGone(name: "a\u{1B}@b.co")), 77, "notLoggedIn"),
    (.notLoggedIn(.refused(.disabled)), 77, "notLoggedIn"),
    (.notLoggedIn(.sessionBroken(problems("/d/s.json")[0])), 77, "notLoggedIn"),
    (
      .conflict([
        FieldConflict(field: .firstName, expected: "A\u{1B}", found: nil),
        FieldConflict(field: .password, expected: nil, found: nil),
      ]), 75, "conflict"
    ),
    (.notMeant(["a\u{1B}@b.co"]), 75, "notMeant"),
    (.notMeant([""]), 75, "notMeant"),
    (.otherEditOpen(name: "a\u{1B}@b.co"), 75, "otherEditOpen"),
    (.nothingToSave, 1, "nothingToSave"),
    (.nothingToCancel, 1, "nothingToCancel"),
    (.cannotTakeBack([.firstName, .phone]), 1, "cannotTakeBack"),
    (.nothingToUndo(left: 0), 1, "nothingToUndo"),
    (.nothingToUndo(left: 1), 1, "nothingToUndo"),
    (.nothingToUndo(left: 2), 1, "nothingToUndo"),
    (.valuesGone(number: 12, since: .ofTests), 65, "valuesGone"),
    (.noSuchChange(number: 12), 1, "noSuchChange"),
    (.nothingToRestore(number: 12, did: .seal), 1, "nothingToRestore"),
    (.nothingToRestore(number: 12, did: .byHand), 1, "nothingToRestore"),
    (.nothingToRestore(number: 12, did: .copy), 1, "nothingToRestore"),
    (.nothingToRestore(number: 12, did: .edit), 1, "nothingToRestore"),
    (.takenBackAlready(number: 12, by: 14), 75, "takenBack"),
    (.ownersChanges(ownersChanges), 75, "ownersChanges"),
    (.historyLacks(from: 4, to: 4), 75, "historyLacks"),
    (.historyLacks(from: 4, to: 5), 75, "historyLacks"),
    (
      .ownersChanges(
        ownersChanges,
        own: HistoryEntry(
          number: 9, time: nil, user: nil, by: nil, did: .edit,
          accounts: [AccountRecord(name: "a\u{1B}@b.co", nil)])), 75, "ownersChanges"
    ),
    (.unknownChange(number: 12, did: "frob\u{1B}"), 75, "unknownChange"),
    (.cannotUndo(refusals), 75, "cannotUndo"),
    (.cannotUndo(refusals + [Refusal(0, of: "b@c.de", .taken(.username))]), 65, "cannotUndo"),
    (.historyMovedOn, 75, "historyMovedOn"),
    (.disk(fault), 74, "disk"),
    (.store(StoreFault(.connection, "db1/people", Unreachable())), 69, "unavailable"),
    (.store(StoreFault(.write, "db1/people", Unreachable())), 74, "disk"),
    (.store(StoreFault(.durability, "db1/people", Unreachable())), 74, "disk"),
    (.lacks(.handEditing), 69, "unsupported"),
    (.lacks(.history), 69, "unsupported"),
    (.prunesTooMany(4, of: 10), 65, "prunesTooMany"),
    (.disk(DiskFault(action: .createFile, path: "/d", reason: .errno(13))), 73, "cannotCreate"),
    (
      .disk(DiskFault(action: .createDirectory, path: "/d", reason: .errno(13))), 73, "cannotCreate"
    ),
    (.disk(DiskFault(action: .read, path: "/d", reason: .danglingLink)), 74, "disk"),
    (.disk(DiskFault(action: .makeDurable, path: "/d", reason: .errno(5))), 74, "disk"),
    (.busy(subject: "/d/.lock", by: nil), 75, "lockHeld"),
    (.busy(subject: "/d/.lock", by: LockHolder(process: 7, command: "re\u{1B}")), 75, "lockHeld"),
    (.keepsChanging(subject: "/d/a.json"), 75, "keepsChanging"),
    (.storeMissing(subject: "/d/a\u{1B}.json"), 67, "storeMissing"),
    (.lacks(.sharing), 69, "unsupported"),
    (.cancelled, 75, "cancelled"),
    (.alreadyInitialised(subject: "/d/a.json"), 73, "alreadyInitialised"),
    (.partlyDone(.accountAdded(name: "a\u{1B}@b.co"), .disk(fault)), 74, "partlyDone"),
    (.partlyDone(.accountSaved(name: "a@b.co"), .disk(fault)), 74, "partlyDone"),
    (.partlyDone(.accountRemoved(name: "a@b.co"), .disk(fault)), 74, "partlyDone"),
    (.partlyDone(.accountsRemoved(12), .disk(fault)), 74, "partlyDone"),
    (.partlyDone(.loginsEnded(["ada@example.com": 2]), .disk(fault)), 74, "partlyDone"),
    (
      .partlyDone(.loginsEnded(["ada@example.com": 2]), .keepsChanging(subject: "/d/a.json")), 75,
      "partlyDone"
    ),
    (
      .partlyDone(.accountSaved(name: "a@b.co"), .busy(subject: "/d/.lock", by: nil)), 74,
      "partlyDone"
    ),
    (.throttled(seconds: 4), 75, "throttled"),
    (.uncounted(.disk(fault)), 77, "uncounted"),
    (.uncounted(.busy(subject: "/d/.lock", by: nil)), 77, "uncounted"),
    (.hashingFailed, 70, "bug"),
    (.internalFault, 70, "bug"),
  ]

  /// A reason of a store that is not ours.
  private struct Unreachable: StoreReason {}

  static let diskReasons: [DiskFault.Reason] = EveryRule.chain(from: .errno(28)) { reason in
    switch reason {
    case .errno: .danglingLink
    case .danglingLink: .linkLoop
    case .linkLoop: .isLink
    case .isLink: .linkOfAnother
    case .linkOfAnother: .hardLink
    case .hardLink: .notRegularFile
    case .notRegularFile: .isMountPoint
    case .isMountPoint: .ownerCannotBeKept
    case .ownerCannotBeKept: .sessionOfAnother
    case .sessionOfAnother: .directoryReplaced
    case .directoryReplaced: .isAccountsFile
    case .isAccountsFile: .twoAccountsFiles("accounts\u{1B}.jsonc")
    case .twoAccountsFiles: .missing
    case .missing: .notShared(owner: "a\u{1B}")
    case .notShared: .notInGroup("o\u{1B}")
    case .notInGroup: .notAccounts
    case .notAccounts: .sharedByOwnerOnly
    case .sharedByOwnerOnly: .ownerNotInGroup("a\u{1B}", "o\u{1B}s")
    case .ownerNotInGroup: .holdsMoreThanAccounts("s\u{1B}h")
    case .holdsMoreThanAccounts: .isHome(of: "a\u{1B}", holding: "s\u{1B}h")
    case .isHome: .writableByAll
    case .writableByAll: .emptyList
    case .emptyList: .notAbsolute
    case .notAbsolute: .notInOrder
    case .notInOrder: .notListOfPasswords
    case .notListOfPasswords: .notOfThisUser
    case .notOfThisUser: .exchanged
    case .exchanged: .othersMayWrite("/d\u{1B}")
    case .othersMayWrite: .readableByOthers(mode: 0o644)
    case .readableByOthers: .notWrittenByRegapp
    case .notWrittenByRegapp: .leadsToAnother(owner: "a\u{1B}")
    case .leadsToAnother: .notReadableByUsers
    case .notReadableByUsers: .notReadBy("nginx", line: 3)
    case .notReadBy: .notPublished
    case .notPublished: .changedByReader(["ada", "e\u{1B}"])
    case .changedByReader: .notLoginRecord
    case .notLoginRecord: .tooLarge(maximum: 9)
    case .tooLarge: .cutShort(kept: 4 << 20)
    case .cutShort: nil
    }
  }

  static let diskActions: [DiskFault.Action] = EveryRule.chain(from: .createDirectory) { action in
    switch action {
    case .createDirectory: .createFile
    case .createFile: .read
    case .read: .write
    case .write: .makeDurable
    case .makeDurable: nil
    }
  }

  /// An error's index among the samples, by its case: a new case has none yet.
  static func kind(of error: AccountsError) -> Int {
    switch error {
    case .invalid: 0
    case .taken: 1
    case .idWouldCount: 52
    case .noSuchAccount: 2
    case .loginKey: 3
    case .loginNeeds: 4
    case .fileInvalid: 5
    case .rulebookBroken: 6
    case .accountClosed: 7
    case .noteBroken: 8
    case .loginFailed: 9
    case .nobodyRegistered: 10
    case .severalFit: 11
    case .schemeUnsupported: 12
    case .notLoggedIn: 13
    case .conflict: 14
    case .otherEditOpen: 15
    case .nothingToSave: 16
    case .nothingToCancel: 17
    case .cannotTakeBack: 18
    case .store: 19
    case .busy: 20
    case .keepsChanging: 21
    case .alreadyInitialised: 22
    case .partlyDone: 23
    case .hashingFailed: 24
    case .internalFault: 25
    case .throttled: 26
    case .lacks: 27
    case .hashTooDear: 28
    case .outOfMemory: 29
    case .refused: 30
    case .nothingToUndo: 31
    case .valuesGone: 32
    case .unknownChange: 41
    case .noSuchChange: 42
    case .nothingToRestore: 43
    case .ownersChanges: 44
    case .cannotUndo: 33
    case .historyMovedOn: 34
    case .storeMissing: 35
    case .cancelled: 36
    case .prunesTooMany: 37
    case .mustChange: 38
    case .notMeant: 39
    case .uncounted: 40
    case .invited: 45
    case .invitationOver: 46
    case .cannotInvite: 47
    case .notInGroup: 48
    case .takenBackAlready: 49
    case .tooManySessions: 50
    case .historyLacks: 51
    case .withoutID: 53
    case .idDoesNotCount: 54
    }
  }
  static let kinds = 55
}
