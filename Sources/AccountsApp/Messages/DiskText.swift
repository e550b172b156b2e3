package import AccountsFile
package import CommandKit
import Glibc

/// A reason of a store that is not linked here, with its own message and exit code.
package protocol ReportedReason: StoreReason {
  /// - Parameter subject: what the store calls itself, to be shown.
  func report(on subject: String) -> Report
}

extension Report {
  init(_ fault: StoreFault) {
    let subject = visible(fault.subject)
    let disk = fault.onDisk
    if disk == nil, let reason = fault.reason as? any ReportedReason {
      self = reason.report(on: subject)
      return
    }
    var (code, name) = (fault.kind.exitCode, fault.kind.name)
    if case .twoAccountsFiles = disk?.reason { (code, name) = (.invalid, "twoAccountsFiles") }
    guard fault.kind != .durability else {
      let hint = Phrase("check the disk for errors, then try again")
      self.init(code, name, [Self.notDurable(fault.subject)], hint: disk.map { _ in hint })
      return
    }
    if case .cutShort(let kept)? = disk?.reason {
      self.init(
        code, name, "\(subject) was too long: only its last \(kept >> 20) MiB are kept",
        hint: "see who can write that file, then check it: ls -l \(subject)")
      return
    }
    let verb = disk?.action.verb ?? fault.kind.verb
    let reason = disk.map { Phrase(same: ": ") + $0.reason.name } ?? Phrase(same: "")
    self.init(code, name, "cannot \(verb) \(subject)\(reason)", hint: disk?.hint)
  }

  /// Everything was written, but not made durable.
  static func notDurable(_ path: String) -> Phrase {
    Phrase("\(visible(path)) is written, but may not survive a power cut")
  }
}

extension StoreFault.Kind {
  fileprivate var exitCode: ExitCode {
    switch self {
    case .create: .cannotCreate
    case .read, .write, .durability, .cutShort: .cannotReadOrWrite
    case .connection: .unavailable
    }
  }

  fileprivate var name: String {
    switch self {
    case .create: "cannotCreate"
    case .read, .write, .durability, .cutShort: "disk"
    case .connection: "unavailable"
    }
  }

  fileprivate var verb: Phrase {
    switch self {
    case .create: Phrase("create")
    case .read: Phrase("read")
    case .write, .durability, .cutShort: Phrase("write")
    case .connection: Phrase("reach")
    }
  }
}

extension DiskFault {
  fileprivate var hint: Phrase? {
    switch (reason, action) {
    case (.othersMayWrite, _) where path.hasSuffix("publish.json"):
      Phrase(
        "where the accounts are shared, or another user's, keep the list elsewhere: regapp publish "
          + "--list FILE; else let nobody but its owner write it (chmod go-w)")
    case (.errno(let code), .createDirectory)
    where path.hasSuffix("regapp/published") && [EACCES, EPERM, ENOENT, EROFS].contains(code):
      Phrase("set XDG_STATE_HOME to a directory that this user may write")
    default: reason.hint
    }
  }
}

extension DiskFault.Action {
  fileprivate var verb: Phrase {
    switch self {
    case .createDirectory: Phrase("create the directory")
    case .createFile: Phrase("create")
    case .read: Phrase("read")
    case .write, .makeDurable: Phrase("write")
    }
  }
}

extension DiskFault.Reason {
  fileprivate var name: Phrase {
    switch self {
    case .errno(let code): systemMessage(code)
    case .danglingLink: Phrase("it is a symbolic link whose target does not exist")
    case .linkLoop: Phrase("it is a symbolic link in a loop of links")
    case .isLink: Phrase("it is a symbolic link, and links are not followed here")
    case .linkOfAnother: Phrase("it is a symbolic link that somebody else could have put there")
    case .hardLink: Phrase("it has other hard links, which would keep the old content")
    case .notRegularFile: Phrase("not a regular file")
    case .isMountPoint: Phrase("it is a mount point, which cannot be replaced")
    case .ownerCannotBeKept: Phrase("its owner and group cannot be preserved")
    case .isAccountsFile: Phrase("it is one of regapp's own files")
    case .sessionOfAnother: Phrase("it belongs to another user")
    case .notOfThisUser: Phrase("it belongs to another user than the one who runs this")
    case .exchanged:
      Phrase("the accounts belong to another user than when this program read them")
    case .readableByOthers(let mode):
      Phrase("others can read or write it (mode \(String(mode, radix: 8)))")
    case .notWrittenByRegapp: Phrase("regapp has not written what is in it")
    case .leadsToAnother(let owner):
      Phrase("it is a symbolic link into a directory of \(visible(owner)), in a repository of git")
    case .notReadableByUsers:
      Phrase("not everybody who can change the rulebook can read it")
    case .othersMayWrite(let path):
      Phrase("others can write \(visible(path)), and so put there what they like")
    case .notReadBy(let reader, let line):
      Phrase("line \(line) in it is not one that \(reader) takes")
    case .notPublished:
      Phrase("regapp has not written what is in it; publish --overwrite FILE writes over it once")
    case .changedByReader(let names):
      Phrase("its program has changed it, and publish --overwrite FILE would undo that")
        + (names.isEmpty
          ? Phrase(same: "")
          : Phrase("; still in it: \(names.map(visible).joined(separator: ", "))"))
    case .notShared(let owner): Phrase("only its owner \(visible(owner)) may use it")
    case .notInGroup(let group):
      Phrase("the group \(visible(group)) may use it, and this process is not in that group")
    case .notAccounts: Phrase("there are no accounts in it")
    case .sharedByOwnerOnly: Phrase("only its owner and root can change who may use it")
    case .ownerNotInGroup(let owner, let group):
      Phrase(
        "its owner \(visible(owner)) is not in the group \(visible(group)), or was not at login, "
          + "and could lose access")
    case .holdsMoreThanAccounts(let name):
      Phrase(
        "it is not for the accounts alone (\(visible(name))), and the group could replace what is "
          + "in it"
      )
    case .isHome(let owner, let name):
      Phrase(
        "it is the home of \(visible(owner)), and \(visible(name)) in it is not the accounts': the "
          + "group could replace it")
    case .writableByAll: Phrase("every user can write it")
    case .directoryReplaced: Phrase("another directory has taken its directory's place")
    case .twoAccountsFiles(let other): Phrase("\(visible(other)) beside it has accounts too")
    case .missing: Phrase("no such file")
    case .notAbsolute: Phrase("the path must be absolute, as a database is in no directory")
    case .notInOrder:
      Phrase(
        "its SHA-1 lines are not in order; sort them, or take the list that is ordered by hash")
    case .notListOfPasswords:
      Phrase(
        "it must have a password a line, or a SHA-1 a line (40 hexadecimal digits, perhaps with "
          + "a colon and a count), and nothing else, such as a heading, names, other hashes or JSON"
      )
    case .notLoginRecord: Phrase("it is not a record of logins")
    case .emptyList: Phrase("it has no passwords")
    case .tooLarge(let maximum): Phrase("it is larger than \(maximum) bytes")
    case .cutShort: Phrase("it was too long")
    }
  }

  fileprivate var hint: Phrase? {
    switch self {
    case .errno(ENOSPC), .errno(EDQUOT): Phrase("free some disk space; the old file is untouched")
    case .errno(EACCES), .errno(EPERM): Phrase("check its owner and permissions with ls -ld")
    case .errno(EROFS): Phrase("the file system is mounted read-only")
    case .isAccountsFile: Phrase("give another file")
    case .sessionOfAnother:
      Phrase("this directory's session is theirs; name an account with --account instead")
    case .directoryReplaced: Phrase("what was edited is still in that file")
    case .twoAccountsFiles:
      Phrase("keep one of the two, and move the other one away; nothing was written")
    case .missing, .errno(ENOENT), .errno(ENOTDIR), .errno(ENAMETOOLONG): Phrase("check the path")
    case .errno(EISDIR), .notRegularFile: Phrase("move it away, or give another file")
    case .exchanged:
      Phrase("if that was meant, start the program anew; if not, see who can write the directory")
    case .notOfThisUser:
      Phrase("run it as the file's owner, or give the file to another one with chown")
    case .readableByOthers:
      Phrase("see who has read it; chmod 600 keeps others out")
    case .notWrittenByRegapp: Phrase("see whose file it is, and move it away")
    case .leadsToAnother:
      Phrase("see in git log who made the link; remove it, or give that directory with --documents")
    case .notReadableByUsers:
      Phrase(
        "let everyone read the list and go through its directories (chmod o+r, o+x), or give it the "
          + "group of the accounts")
    case .othersMayWrite:
      Phrase("let nobody but its owner write it (chmod go-w)")
    case .notReadBy: Phrase("give another file, or empty this one")
    case .notLoginRecord: Phrase("delete it, and it begins again")
    case .errno, .tooLarge, .cutShort, .notAbsolute, .notInOrder, .notListOfPasswords, .emptyList,
      .notPublished, .changedByReader:
      nil
    case .notShared(owner: "root"):
      Phrase(
        "root lets the group use it: regapp share GROUP; umask 007 keeps that so; of one user alone, "
          + "root removes it if it is an empty lock that a killed command left")
    case .notShared(let owner):
      Phrase(
        "\(visible(owner)), or root, lets the group use it: regapp share GROUP; umask 007 keeps "
          + "that so"
      )
    case .notInGroup:
      Phrase(
        "whoever was put into the group logs in again; a service is started anew, the door by systemctl "
          + "restart regapp-serve.service")
    case .notAccounts: Phrase("see whose file it is, and run regapp check")
    case .sharedByOwnerOnly: Phrase("run it as root")
    case .ownerNotInGroup(let owner, let group):
      Phrase("as root, usermod -aG \(visible(group)) \(visible(owner)); then log in again")
    case .holdsMoreThanAccounts, .writableByAll:
      Phrase("keep the accounts in a directory of their own, then share that")
    case .isHome(_, let name):
      Phrase(
        "move \(visible(name)) away, or keep the accounts in a directory of their own, and share that"
      )
    case .danglingLink, .linkLoop: Phrase("fix or remove the link; the old file is untouched")
    case .isLink: Phrase("remove the link")
    case .linkOfAnother: Phrase("see where it leads with ls -l, and give that path instead")
    case .hardLink: Phrase("leave the file a single name: cp it, then mv the copy over it")
    case .isMountPoint: Phrase("mount the directory that contains the file, not the file itself")
    case .ownerCannotBeKept:
      Phrase(
        "run regapp as the file's owner, who must be in its group, or as root; who has just been put "
          + "into the group logs in again, and a program is started anew; accounts can be shared: "
          + "regapp share GROUP")
    }
  }
}
