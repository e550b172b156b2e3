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
      let hint = Phrase(
        "check the disk for errors, then try again", ru: "проверьте диск и повторите запись")
      self.init(code, name, [Self.notDurable(fault.subject)], hint: disk.map { _ in hint })
      return
    }
    let verb = disk?.action.verb ?? fault.kind.verb
    let reason = disk.map { Phrase(same: ": ") + $0.reason.name } ?? Phrase(same: "")
    self.init(
      code, name, "cannot \(verb) \(subject)\(reason)",
      ru: "не удалось \(verb) \(subject)\(reason)", hint: disk?.reason.hint)
  }

  /// Everything was written, but not made durable.
  static func notDurable(_ path: String) -> Phrase {
    Phrase(
      "\(visible(path)) is written, but may not survive a power cut",
      ru: "\(visible(path)): записано, но может не пережить отключения питания")
  }
}

extension StoreFault.Kind {
  fileprivate var exitCode: ExitCode {
    switch self {
    case .create: .cannotCreate
    case .read, .write, .durability: .cannotReadOrWrite
    case .connection: .unavailable
    }
  }

  fileprivate var name: String {
    switch self {
    case .create: "cannotCreate"
    case .read, .write, .durability: "disk"
    case .connection: "unavailable"
    }
  }

  fileprivate var verb: Phrase {
    switch self {
    case .create: Phrase("create", ru: "создать")
    case .read: Phrase("read", ru: "прочитать")
    case .write, .durability: Phrase("write", ru: "записать")
    case .connection: Phrase("reach", ru: "связаться с")
    }
  }
}

extension DiskFault.Action {
  fileprivate var verb: Phrase {
    switch self {
    case .createDirectory: Phrase("create the directory", ru: "создать каталог")
    case .createFile: Phrase("create", ru: "создать")
    case .read: Phrase("read", ru: "прочитать")
    case .write, .makeDurable: Phrase("write", ru: "записать")
    }
  }
}

extension DiskFault.Reason {
  fileprivate var name: Phrase {
    switch self {
    case .errno(let code): systemMessage(code)
    case .danglingLink:
      Phrase(
        "it is a symbolic link whose target does not exist",
        ru: "это символическая ссылка, которая никуда не ведёт")
    case .linkLoop:
      Phrase(
        "it is a symbolic link in a loop of links",
        ru: "это символическая ссылка, которая ведёт по кругу")
    case .isLink:
      Phrase(
        "it is a symbolic link, and links are not followed here",
        ru: "это символическая ссылка, а здесь по ним не переходят")
    case .linkOfAnother:
      Phrase(
        "it is a symbolic link that somebody else could have put there",
        ru: "это символическая ссылка, которую мог поставить кто-то другой")
    case .hardLink:
      Phrase(
        "it has other hard links, which would keep the old content",
        ru: "у него есть другие имена (жёсткие ссылки), и под ними остался бы старый текст")
    case .notRegularFile: Phrase("not a regular file", ru: "это не обычный файл")
    case .isMountPoint:
      Phrase(
        "it is a mount point, which cannot be replaced",
        ru: "это точка монтирования, её нельзя заменить")
    case .ownerCannotBeKept:
      Phrase(
        "its owner and group cannot be preserved", ru: "не удастся сохранить его владельца и группу"
      )
    case .isAccountsFile:
      Phrase("it is one of regapp's own files", ru: "это один из файлов самого regapp")
    case .belongsToAnother:
      Phrase("it belongs to another user", ru: "он принадлежит другому пользователю")
    case .ownedByAnother:
      Phrase(
        "it belongs to another user than the one who runs this",
        ru: "он принадлежит не тому, кто запускает команду")
    case .othersMayWrite(let path):
      Phrase(
        "others can write \(visible(path)), and so put there what they like",
        ru: "в \(visible(path)) могут писать другие и положить туда что угодно")
    case .notReadBy(let reader):
      Phrase(
        "what is in it is not a file of \(reader)", ru: "то, что в нём, — не файл для \(reader)")
    case .notPublished:
      Phrase(
        "regapp has not written what is in it; publish --overwrite FILE writes over it once",
        ru: "то, что в нём, записал не regapp; publish --overwrite FILE один раз запишет поверх")
    case .changedByReader(let names):
      Phrase(
        "its program has changed it, and publish --overwrite FILE would undo that",
        ru: "его изменила сама программа, а publish --overwrite FILE вернул бы прежнее")
        + (names.isEmpty
          ? Phrase(same: "")
          : Phrase(
            "; still in it: \(names.map(visible).joined(separator: ", "))",
            ru: "; в нём ещё есть: \(names.map(visible).joined(separator: ", "))"))
    case .notShared(let owner):
      Phrase(
        "only its owner \(visible(owner)) may use it",
        ru: "им может пользоваться только владелец \(visible(owner))")
    case .notAccounts:
      Phrase("there are no accounts in it", ru: "в нём нет аккаунтов")
    case .sharedByOwnerOnly:
      Phrase(
        "only its owner and root can change who may use it",
        ru: "кто может им пользоваться, меняют только владелец и root")
    case .ownerNotInGroup(let owner, let group):
      Phrase(
        "its owner \(visible(owner)) is not in the group \(visible(group)), or was not at login, and "
          + "could lose access",
        ru:
          "его владелец \(visible(owner)) не входит в группу \(visible(group)) или не входил в неё "
          + "при входе в систему и мог бы потерять доступ")
    case .holdsMoreThanAccounts(let name):
      Phrase(
        "it is not for the accounts alone (\(visible(name))), and the group could replace what is in it",
        ru:
          "он не только для аккаунтов (\(visible(name))), и группа могла бы подменить всё, что в нём"
      )
    case .writableByAll:
      Phrase("every user can write it", ru: "в него может писать любой пользователь")
    case .directoryReplaced:
      Phrase(
        "another directory has taken its directory's place",
        ru: "на месте его каталога теперь другой каталог")
    case .twoAccountsFiles(let other):
      Phrase(
        "\(visible(other)) beside it has accounts too", ru: "рядом есть и \(visible(other))")
    case .missing: Phrase("no such file", ru: "такого файла нет")
    case .notAbsolute:
      Phrase(
        "the path must be absolute, as a database is in no directory",
        ru: "путь должен быть абсолютным: база данных не лежит ни в каком каталоге")
    case .notInOrder:
      Phrase(
        "its SHA-1 lines are not in order; sort them, or take the list that is ordered by hash",
        ru: "строки SHA-1 в нём не по порядку; отсортируйте их или возьмите список, "
          + "упорядоченный по хешам")
    case .notListOfPasswords:
      Phrase(
        "it must have a password a line, or a SHA-1 a line (40 hexadecimal digits, perhaps with "
          + "a colon and a count), and nothing else, such as a heading, names, other hashes or JSON",
        ru: "в каждой строке должен быть пароль или SHA-1 (40 шестнадцатеричных цифр, возможно с "
          + "двоеточием и числом) и ничего другого: заголовка, имён, других хешей, JSON")
    case .notLoginRecord:
      Phrase("it is not a record of logins", ru: "это не записи о входах")
    case .emptyList: Phrase("it has no passwords", ru: "в нём нет паролей")
    case .tooLarge(let maximum):
      Phrase(
        "it is larger than \(maximum) bytes", ru: "он больше \(maximum, "байта", "байт", "байт")")
    }
  }

  fileprivate var hint: Phrase? {
    switch self {
    case .errno(ENOSPC), .errno(EDQUOT):
      Phrase(
        "free some disk space; the old file is untouched",
        ru: "освободите место на диске; старый файл не тронут")
    case .errno(EACCES), .errno(EPERM):
      Phrase(
        "check its owner and permissions with ls -ld", ru: "посмотрите, кому он принадлежит: ls -ld"
      )
    case .errno(EROFS):
      Phrase(
        "the file system is mounted read-only",
        ru: "файловая система смонтирована только для чтения")
    case .isAccountsFile: Phrase("give another file", ru: "укажите другой файл")
    case .belongsToAnother:
      Phrase(
        "this directory's session is theirs; name an account with --account instead",
        ru: "сессия в этом каталоге чужая; укажите аккаунт: --account")
    case .directoryReplaced:
      Phrase("what was edited is still in that file", ru: "правка осталась в этом файле")
    case .twoAccountsFiles:
      Phrase(
        "keep one of the two, and move the other one away; nothing was written",
        ru: "оставьте один из двух, а другой уберите; ничего не записано")
    case .missing: Phrase("check the path", ru: "проверьте путь")
    case .errno(EISDIR), .notRegularFile:
      Phrase("move it away, or give another file", ru: "уберите его или укажите другой файл")
    case .ownedByAnother:
      Phrase(
        "run it as the file's owner, or give the file to another one with chown",
        ru: "запустите от имени владельца файла или смените его: chown")
    case .othersMayWrite:
      Phrase(
        "let nobody but its owner write it (chmod go-w); a list to publish may be elsewhere: "
          + "publish --list FILE",
        ru: "запретите запись другим (chmod go-w); список для publish может быть в другом месте: "
          + "publish --list FILE")
    case .notReadBy:
      Phrase(
        "give another file, or empty this one", ru: "укажите другой файл или очистите этот")
    case .notPublished, .changedByReader: nil
    case .notLoginRecord:
      Phrase("delete it, and it begins again", ru: "удалите его, и он начнётся заново")
    case .errno, .tooLarge, .notAbsolute, .notInOrder, .notListOfPasswords, .emptyList: nil
    case .notShared(let owner):
      Phrase(
        "\(visible(owner)), or root, lets the group use it: regapp share GROUP; umask 007 keeps that so",
        ru:
          "\(visible(owner)) или root открывает его группе: regapp share GROUP; чтобы так и было, "
          + "umask 007")
    case .notAccounts:
      Phrase(
        "see whose file it is, and run regapp check",
        ru: "посмотрите, чей это файл, и запустите regapp check")
    case .sharedByOwnerOnly: Phrase("run it as root", ru: "запустите от имени root")
    case .ownerNotInGroup(let owner, let group):
      Phrase(
        "as root, usermod -aG \(visible(group)) \(visible(owner)); then log in again",
        ru: "от имени root: usermod -aG \(visible(group)) \(visible(owner)); затем войдите снова")
    case .holdsMoreThanAccounts, .writableByAll:
      Phrase(
        "keep the accounts in a directory of their own, then share that",
        ru: "держите аккаунты в отдельном каталоге и откройте группе его")
    case .danglingLink, .linkLoop:
      Phrase(
        "fix or remove the link; the old file is untouched",
        ru: "исправьте или удалите ссылку; старый файл не тронут")
    case .isLink: Phrase("remove the link", ru: "удалите ссылку")
    case .linkOfAnother:
      Phrase(
        "see where it leads with ls -l, and give that path instead",
        ru: "посмотрите, куда она ведёт (ls -l), и укажите тот путь")
    case .hardLink:
      Phrase(
        "leave the file a single name: cp it, then mv the copy over it",
        ru: "оставьте файлу одно имя: скопируйте его (cp) и замените копией (mv)")
    case .isMountPoint:
      Phrase(
        "mount the directory that contains the file, not the file itself",
        ru: "смонтируйте не файл, а каталог, в котором он лежит")
    case .ownerCannotBeKept:
      Phrase(
        "run regapp as the file's owner or as root, or share it: regapp share GROUP",
        ru: "запустите regapp от имени владельца файла или root или откройте файл группе: "
          + "regapp share GROUP")
    }
  }
}
