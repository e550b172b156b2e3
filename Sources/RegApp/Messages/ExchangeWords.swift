import AccountsFile
import CommandKit
import Exchange
import LosslessJSON

/// The accounts that an export left out, or the reasons why an import was refused, with a message
/// that sums them up.
struct ExchangeRefusal: Error {
  /// The file that the problems' places refer to; nil if they have none.
  let path: String?
  let problems: [ExchangeProblem]
  let message: Phrase
  let hint: Phrase
}

/// A problem of an import or export, as text.
struct ExchangeProblem: Sendable {
  var field: String?
  let rule: String
  let message: Phrase
  var place: JSONPlace?
  /// The email of the account concerned, if known.
  var email: String?

  init(_ fault: ExchangeFault, at place: JSONPlace, email: String? = nil) {
    if case .rule(let problem) = fault { field = problem.field }
    rule = fault.name
    message = fault.message
    self.place = place
    self.email = email
  }

  init(_ obstacle: ExportObstacle, email: String?) {
    if case .closed(let problem) = obstacle { field = problem?.field }
    rule = obstacle.name
    message = obstacle.message
    self.email = email
  }

  var item: Report.Item {
    let name = email.map { Phrase(same: visible($0)) } ?? ProfileText.noEmail
    return Report.Item(
      field: field, rule: rule, message: message,
      place: place.map { Report.Item.Place(line: $0.line, column: $0.column) },
      more: email.map { [.init("email", .string($0))] } ?? [],
      sentence: Phrase("\(name) is left out: \(message)", ru: "пропущен \(name): \(message)"))
  }
}

extension ExchangeFault {
  var message: Phrase {
    switch self {
    case .rule(let problem): problem.message
    case .repeats(let email, let line):
      Phrase(
        "\(visible(email)) is already in this file, at line \(line)",
        ru: "\(visible(email)) уже есть в этом файле, в строке \(line)")
    case .exists(let email):
      Phrase(
        "a user with this email already exists: \(visible(email))",
        ru: "пользователь с таким адресом уже есть: \(visible(email))")
    case .existsClosed(let email):
      Phrase(
        "a user with this email already exists, in a closed account: \(visible(email))",
        ru: "пользователь с таким адресом уже есть, и его аккаунт закрыт: \(visible(email))")
    case .notUTF8: Phrase("not valid UTF-8", ru: "это не UTF-8")
    case .foreignHash(let kind):
      Phrase(
        "password has a hash (\(visible(kind))) that cannot be checked here",
        ru: "пароль: такой хеш (\(visible(kind))) здесь нечем проверить")
    case .bareHash:
      Phrase(
        "password is not a hash of the form $…$…: it may be an old hash or plain text, "
          + "and the two cannot be told apart",
        ru: "пароль: не хеш вида $…$…, а старый хеш или открытый текст — "
          + "одно от другого не отличить")
    case .misleadingPassword:
      Phrase(
        "password is plain text that would be read as a hash or a lock here",
        ru: "пароль: открытый текст, который здесь приняли бы за хеш или блокировку")
    case .noColon:
      Phrase(
        "each line must be name:hash",
        ru: "строка должна иметь вид имя:хеш, с двоеточием")
    case .noHeader:
      Phrase(
        "the first line must be the names of the columns, with commas, including email",
        ru: "в первой строке должны стоять через запятую имена столбцов, и среди них email")
    case .unknownColumn(let name):
      Self.noColumn(name, .instead(of: name, among: Field.allCases.map(\.rawValue)))
    case .columns(let found, let expected):
      Phrase(
        "this line has \(found, "value"), but the first one names \(expected, "column")",
        ru: "в этой строке \(found, "значение", "значения", "значений"), "
          + "а в первой — \(expected, "столбец", "столбца", "столбцов")")
    case .strayQuote:
      Phrase(
        "a value that contains a quote must be in quotes, with each inner quote doubled: \"\"",
        ru: "значение с кавычкой должно стоять в кавычках целиком, а кавычка "
          + "внутри — удваиваться: \"\"")
    case .openQuote: Phrase("this quote is not closed", ru: "эта кавычка не закрыта")
    case .noAttribute:
      Phrase(
        "a line must be an attribute, a colon and its value, or begin with a space",
        ru: "строка должна быть атрибутом с двоеточием и значением или начинаться с пробела")
    case .noDN: Phrase("an entry must begin with dn:", ru: "запись должна начинаться с dn:")
    case .badBase64:
      Phrase("the value after :: is not base64", ru: "значение после :: — не base64")
    case .valueElsewhere:
      Phrase(
        "values that are stored elsewhere (:<) are not fetched",
        ru: "значение из другого места (:<) не загружается")
    case .changeType(let change):
      Phrase(
        "changetype \(visible(change)) is not supported, only add is",
        ru: "changetype \(visible(change)) не выполняется, только add")
    case .yaml(let fault): fault.message
    case .unknownKey(let key): Self.noKey(key, .instead(of: key, among: Authelia.knownKeys))
    }
  }

  private static func noColumn(_ name: String, _ instead: Phrase) -> Phrase {
    Phrase(
      "unknown column \"\(visible(name))\"; \(instead)",
      ru: "нет столбца «\(visible(name))»; \(instead)")
  }

  private static func noKey(_ name: String, _ instead: Phrase) -> Phrase {
    Phrase(
      "unknown key \"\(visible(name))\"; \(instead)",
      ru: "нет ключа «\(visible(name))»; \(instead)")
  }
}

extension YAMLFault {
  var message: Phrase {
    switch self {
    case .tab:
      Phrase(
        "tabs cannot be used for indentation here", ru: "здесь нельзя делать отступ табуляцией")
    case .indentation:
      Phrase(
        "this line is not indented like the others at its level",
        ru: "отступ этой строки не такой, как у других того же уровня")
    case .beyond:
      Phrase("this part of YAML is not supported", ru: "эта часть YAML здесь не читается")
    case .noColon:
      Phrase(
        "a line must be a key, a colon, a space and a value",
        ru: "строка должна быть ключом с двоеточием и пробелом перед значением")
    case .openQuote:
      Phrase("this quote is not closed on its line", ru: "эта кавычка не закрыта в своей строке")
    case .escape:
      Phrase(
        "unknown escape after the backslash",
        ru: "после обратной косой черты стоит неизвестный символ")
    case .behindValue:
      Phrase(
        "unexpected text after a value, or after a key whose value follows below",
        ru: "здесь, после значения или отдельного ключа, ничего быть не должно")
    case .notBoolean: Phrase("disabled must be true or false", ru: "disabled: нужно true или false")
    case .keyTwice(let key):
      Phrase("\(visible(key)) appears twice", ru: "\(visible(key)) встречается дважды")
    case .noUsers: Phrase("the file must begin with users:", ru: "файл должен начинаться с users:")
    }
  }
}

extension ExportObstacle {
  var message: Phrase {
    switch self {
    case .closed(nil): Phrase("the account is closed", ru: "аккаунт закрыт")
    case .closed(let problem?):
      Phrase("the account is closed: \(problem.message)", ru: "аккаунт закрыт: \(problem.message)")
    case .locked: Phrase("the account is locked", ru: "аккаунт заблокирован")
    case .scheme(let scheme):
      Phrase(
        "the other program cannot check its hash ($\(visible(scheme))$)",
        ru: "другая программа не умеет проверять такой хеш ($\(visible(scheme))$)")
    case .brokenHash:
      Phrase(
        "its hash is truncated or malformed: no password matches it",
        ru: "хеш обрезан или записан с ошибкой: к нему не подойдёт ни один пароль")
    case .commentSign:
      Phrase(
        "a name that begins with # would be a comment",
        ru: "имя, которое начинается с #, стало бы комментарием")
    case .colon: Phrase("a name must not contain a colon", ru: "в имени не должно быть двоеточия")
    case .nameTaken(let name):
      Phrase(
        "the name \(visible(name)) is already taken there",
        ru: "имя \(visible(name)) там уже занято")
    case .recordTooLong(let count, let maximum):
      Phrase(
        "its line would have \(count, "byte"), but at most \(maximum) are read",
        ru: "строка заняла бы \(count, "байт", "байта", "байт"), а читается не больше \(maximum)")
    case .typedTooLong:
      Phrase(
        "its typed password is longer than 72 bytes, the limit of the other program's hash",
        ru: "пароль открытым текстом длиннее 72 байт, а дальше хеш для другой программы не видит")
    case .phoneSigns:
      Phrase(
        "its phone number contains characters that LDAP does not allow",
        ru: "в номере телефона есть знаки, которых не принимает каталог LDAP")
    case .emptyName:
      Phrase(
        "its first or last name is empty, which LDAP does not allow",
        ru: "имя или фамилия — пустой текст, а каталог LDAP его не принимает")
    }
  }
}

extension ExchangeFormat {
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

enum ExchangeWords {
  static func leftOut(_ count: Int, of all: Int) -> Phrase {
    Phrase(
      "left out \(count) of \(all, "account")",
      ru: "\(agreeingWith: count, "пропущен", "пропущено", "пропущено") \(count) из "
        + "\(all, "аккаунта", "аккаунтов", "аккаунтов")")
  }
  static let leftOutHint = Phrase("the other accounts were exported", ru: "остальные выгружены")

  static func notImported(_ count: Int, _ path: String) -> Phrase {
    Phrase(
      "\(count, "problem") in \(visible(path)); nothing was imported",
      ru: "\(count, "ошибка", "ошибки", "ошибок") в \(visible(path)), ничего не загружено")
  }
  static func mend(someExist: Bool) -> Phrase {
    someExist
      ? Phrase(
        "fix the file, or use --on-conflict skip or replace for existing accounts",
        ru: "исправьте файл или укажите --on-conflict skip или replace для тех, кто уже есть")
      : Phrase(
        "fix the file; it is imported completely or not at all",
        ru: "исправьте файл; он загружается целиком или никак")
  }

  static func imported(_ outcome: ImportReport, isDryRun: Bool) -> Phrase {
    let (added, replaced, skipped) = (outcome.added, outcome.replaced, outcome.skipped)
    return isDryRun
      ? Phrase(
        "would add \(added, "account"), replace \(replaced), skip \(skipped)",
        ru: "было бы добавлено аккаунтов: \(added), заменено: \(replaced), пропущено: \(skipped)")
      : Phrase(
        "added \(added, "account"), replaced \(replaced), skipped \(skipped)",
        ru: "добавлено аккаунтов: \(added), заменено: \(replaced), пропущено: \(skipped)")
  }

  static func checking(_ count: Int) -> Phrase {
    Phrase(
      "checking \(count, "account")…",
      ru: "идёт проверка: \(count, "аккаунт", "аккаунта", "аккаунтов")…")
  }

  static func passedOver(_ count: Int) -> Phrase {
    Phrase(
      "skipped \(count, "entry", "entries") without mail and userPassword",
      ru: "пропущено записей без mail и userPassword: \(count)")
  }

  static func uselessHashes(_ count: Int, scheme: String) -> Phrase {
    Phrase(
      "\(count, "account") with a hash ($\(visible(scheme))$) that cannot be checked at login here",
      ru: "\(count, "аккаунт", "аккаунта", "аккаунтов") с хешем ($\(visible(scheme))$), "
        + "по которому здесь не войти")
  }
}
