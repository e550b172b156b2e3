#if Postgres
  import Accounts
  package import AccountsFile
  package import CommandKit
  import LosslessJSON
  import PostgresAccounts
  import RegApp

  /// What copying says.
  enum CopyText {
    static func copied(_ report: CopyReport) -> Phrase {
      Phrase(
        "copied \(report.accounts, "account"), \(report.changes, "change") of the history and "
          + "\(report.attempts, "attempt") to log in",
        ru: "скопировано: \(report.accounts, "аккаунт", "аккаунта", "аккаунтов"), "
          + "\(report.changes, "изменение", "изменения", "изменений") в истории, "
          + "\(report.attempts, "попытка", "попытки", "попыток") войти")
    }

    static func comments(_ count: Int) -> Phrase {
      Phrase(
        "\(count, "comment") not copied: a database has none",
        ru: "не скопировано: \(count, "комментарий", "комментария", "комментариев"); в базе данных "
          + "их нет")
    }

    static func unknownLines(_ count: Int) -> Phrase {
      Phrase(
        "\(count, "line") of the history or the record of logins not copied: not written by regapp",
        ru: "не скопировано: \(count, "строка", "строки", "строк") истории или журнала входов; "
          + "записала их не regapp")
    }
  }

  extension CopyFault: ReportedReason {
    package func report(on subject: String) -> Report {
      switch self {
      case .noAccounts:
        Report(
          .noUser, "nobodyRegistered", "there are no accounts to copy in \(subject)",
          ru: "нет аккаунтов, которые можно скопировать: \(subject)")
      case .notEmpty(nil):
        Report(
          .cannotCreate, "notEmpty", "\(subject) has accounts already; nothing was copied",
          ru: "\(subject): аккаунты там уже есть; ничего не скопировано",
          hint: "copy to a database or a directory without accounts",
          ru: "копируйте в базу данных или каталог без аккаунтов")
      case .notEmpty(let name?):
        Report(
          .cannotCreate, "notEmpty",
          "nothing was copied to \(subject), since this is there: \(visible(name))",
          ru: "ничего не скопировано, \(subject): уже есть \(visible(name))",
          hint: "move it away, or copy to another place",
          ru: "переместите это или копируйте в другое место")
      case .unheld(let unheld):
        Self.report(unheld, on: subject)
      case .changedMeanwhile:
        Report(
          .tryAgain, "changedMeanwhile",
          "\(subject) was changed while it was copied; nothing was copied",
          ru: "\(subject): изменено во время копирования; ничего не скопировано",
          hint: "stop what writes there, then try again",
          ru: "остановите тех, кто туда пишет, и повторите")
      case .differs:
        Report(
          .cannotReadOrWrite, "differs",
          "what \(subject) has is not what was copied there; nothing was saved",
          ru: "\(subject): получилось не то, что копировалось; ничего не сохранено",
          hint: "look for triggers and rules of your own there",
          ru: "посмотрите, нет ли там своих триггеров и правил")
      }
    }

    private static func report(_ unheld: [Unheld], on subject: String) -> Report {
      let items = unheld.map { unheld in
        Report.Item(
          field: unheld.field, rule: unheld.reason.rawValue, message: unheld.message,
          place: unheld.place?.position.map { ($0.line, $0.column) },
          more: unheld.account.map { [JSONLiteral.Member("account", .string($0))] } ?? [])
      }
      let file = unheld.first { $0.place?.position != nil }?.place?.source
      let isTyped = unheld.contains { $0.reason == .typedPassword }
      return Report(
        .invalid, "unheld",
        [
          Phrase(
            "nothing was copied: \(subject) cannot hold \(unheld.count, "value")",
            ru: "ничего не скопировано, \(subject) не может принять: "
              + "\(unheld.count, "значение", "значения", "значений")")
        ],
        hint: isTyped
          ? Phrase(
            "regapp seal makes typed passwords hashes; fix the rest with regapp edit-file",
            ru: "пароли, набранные вручную, хеширует regapp seal; остальное исправьте с regapp "
              + "edit-file")
          : Phrase("fix these, then copy again", ru: "исправьте это и скопируйте снова"),
        items: items, listing: file.map { .inFile($0) } ?? .each)
    }
  }

  extension Unheld {
    /// What it is; a password is never among the words.
    fileprivate var message: Phrase {
      let name = account.map { Phrase(same: "\(visible($0)): ") } ?? Phrase(same: "")
      let key = field.map { Phrase(same: "\(visible($0)): ") } ?? Phrase(same: "")
      return name + key + reason.words
    }
  }

  extension Unheld.Reason {
    fileprivate var words: Phrase {
      switch self {
      case .notAnObject: Phrase("not an account", ru: "это не аккаунт")
      case .noKey:
        Phrase("missing; a database finds accounts by it", ru: "нет; база данных ищет по нему")
      case .shared: Phrase("another one has the same", ru: "то же самое есть у другого")
      case .typedPassword:
        Phrase(
          "typed by hand; a database holds hashes only",
          ru: "набран вручную; в базе данных только хеши")
      case .passwordTwice: Phrase("there twice", ru: "указан дважды")
      case .nul:
        Phrase("has the character U+0000", ru: "содержит символ U+0000")
      case .tooLong: Phrase("too long for a database", ru: "слишком длинно для базы данных")
      case .notJSON: Phrase("not the JSON of an object", ru: "это не объект JSON")
      case .byteOrderMark:
        Phrase("begins with a byte-order mark", ru: "начинается с метки порядка байтов")
      case .tooDeep:
        Phrase("nested too deeply for a file", ru: "слишком глубокая вложенность для файла")
      }
    }
  }
#endif
