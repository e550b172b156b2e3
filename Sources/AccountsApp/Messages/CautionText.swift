import AccountsFile
import CommandKit

extension Caution {
  func message(of subject: Phrase) -> Phrase {
    switch self {
    case .idOfAnother(let id): id.message
    case .hadAnotherID(let id, let name, let day):
      Phrase(
        "\(visible(name)) had another id until \(day?.description ?? "?"): regapp edit --account "
          + "\(commandWord(name)) --id \(id.description) gives it back")
    case .spaceAround:
      about(subject, "has space around it; login passes over it, and an edit removes it")
    case .writtenByHand:
      Phrase(
        "another program wrote the row of this account: the view login leaves it out until an edit, or "
          + "regapp-postgres migrate")
    case .outOfForce(let key):
      about(subject, "is a key of your own: what it says of \(visible(key)) is not in force")
    case .openToAll(let host): Phrase("\(visible(host)): everybody may enter")
    case .passwordIsTyped:
      about(subject, "is plain text here; it becomes a hash at the next login, or with regapp seal")
    case .invitationOver(let day):
      Phrase(
        "the invitation is over since \(day.description): its code changes nothing; "
          + "regapp invite makes another one")
    case .codeIsPassword(let name):
      about(
        subject,
        "is the code of the invitation, and the password of \(visible(name)), too: whoever has the "
          + "code can log in there; invite one of them again")
    case .ownName:
      about(
        subject,
        "lets people choose the name by which applications behind the door know them: they can take "
          + "one that an application knows")
    case .nobodyInGroup(let group, let host):
      about(
        subject, "lets the group \(Field.quoted(group)) enter \(visible(host)), and nobody is in it"
      )
    case .withoutID(let count, let host):
      about(
        subject,
        "asks for an id at \(visible(host)); without one: \(count, "account") (regapp seal)")
    case .idsNotCounting(let count, let host):
      about(
        subject,
        "asks for an id at \(visible(host)); with one that does not count: \(count, "account") "
          + "(regapp edit --account NAME --id new)")
    case .passwordIsLocked: about(subject, "is locked: this account cannot log in")
    case .weakHash(let scheme, isReplaced: true):
      about(
        subject,
        "has a weak hash (\(hashName(scheme))); a login (regapp login, or on the page) or a new "
          + "password replaces it")
    case .weakHash(let scheme, isReplaced: false):
      about(subject, "has a weak hash (\(hashName(scheme))); only a new password replaces it")
    case .unknownScheme(let scheme):
      if let library = Crypt.library(for: scheme) {
        about(
          subject,
          "has a hash (\(hashName(scheme))) that this system cannot check; install \(library)")
      } else {
        about(subject, "has a hash (\(hashName(scheme))) that this system cannot check")
      }
    case .brokenHash(let scheme):
      about(
        subject, "has a truncated or malformed hash (\(hashName(scheme))): no password matches it")
    case .readableByOthers(let mode, let fit):
      Phrase(
        "others can read or write the file (mode \(octal(mode))); chmod \(octal(fit)) prevents that"
      )
    case .staleTemporaryFile:
      Phrase("temporary file left by an interrupted write; the next write removes it")
    case .directoryWritableByOthers(let mode, let fit):
      Phrase(
        "others can write to the directory (mode \(octal(mode))) and replace the file; "
          + "chmod \(octal(fit)) prevents that")
    case .notShared(let group):
      Phrase(
        "the group \(visible(group)) can write the accounts but cannot use this; "
          + "regapp share \(commandWord(group)) sets all of it")
    case .notSharedToRead(let group):
      Phrase(
        "the group \(visible(group)) can read the accounts but not this; "
          + "regapp share \(commandWord(group)) --read sets all of it")
    case .notWritableByOwner(let owner):
      Phrase(
        "the accounts' owner \(visible(owner)) cannot write this file of another user; see what it "
          + "is, then as root give it to the owner with chown, or remove it")
    case .lockOfAnother(let owner):
      Phrase(
        "\(visible(owner)) has this lock, may not write the accounts, and can keep others from "
          + "writing them; see who made it, then remove it")
    case .leadsToAnother(let owner):
      Phrase(
        "the accounts file is a symbolic link into a directory of \(visible(owner)), who can read and "
          + "replace what is written there; see who made the link")
    case .ownerOutsideGroup(let owner, let group):
      Phrase(
        "the owner \(visible(owner)) is not in the group \(visible(group)), and loses access when "
          + "somebody in it writes; add the owner to the group, or run regapp share "
          + "\(visible(group)) as root")
    case .tooLong(let fault): Report(fault).reason
    case .notCounted(let fault):
      [Phrase("every login is refused: \(Report(fault).reason)"), Report(fault).hint]
        .compactMap(\.self).joined(separator: Phrase(same: "; "))
    case .unfinishedEdit(let edit):
      Phrase(
        "\(visible(edit.user)) has not ended edit-file, begun \(LocalTime.utc(edit.since) ?? "?"); "
          + "what was typed there, passwords too, waits for their next edit-file (if they are "
          + "gone, remove this file)")
    }
  }

  private func octal(_ mode: UInt32) -> String { String(mode, radix: 8) }
}

extension OtherID {
  /// What is wrong with it, and each way out as it is typed.
  fileprivate var message: Phrase {
    let named = name.map { visible($0) } ?? "this account"
    let edit = "regapp edit --account \(name.map { commandWord($0) } ?? "NAME") --id"
    if let other {
      return isOfName
        ? Phrase(
          "\(named) and \(visible(other)) have one id, so it counts for neither; \(edit) new gives "
            + "another one")
        : Phrase(
          "\(named)'s id was given to \(visible(given.name)), and \(visible(other)) has it; "
            + "\(edit) new gives another one")
    }
    let same =
      isInFile
      ? name.map { Phrase("write \"id\": \(idInJSON(GivenID(given.id, to: $0)))") }
      : Phrase(same: "\(edit) \(given.id)")
    guard let same else {
      return Phrase("this id was given to \(visible(given.name)), a name that the account has not")
    }
    return Phrase(
      "\(named)'s id was given to \(visible(given.name)); for the same person \(same), for another "
        + "one \(edit) new")
  }
}
