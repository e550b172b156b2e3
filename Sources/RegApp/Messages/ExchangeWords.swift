import AccountsFile
package import CommandKit
import Exchange
import LosslessJSON

extension HelpTopic {
  package static var formats: HelpTopic {
    HelpTopic(
      name: "formats", rows: ExchangeFormat.allCases.map { ($0.rawValue, $0.purpose) })
  }
}

extension HelpTopic {
  package static var readers: HelpTopic {
    HelpTopic(name: "readers", rows: Reader.all.map { ($0.name, $0.purpose) })
  }
}

extension Reader {
  /// What it reads and checks, and when.
  var purpose: Phrase {
    let kinds = kinds.map(\.rawValue).joined(separator: ", ")
    let layout: Phrase =
      format.map { Phrase(same: $0.rawValue) }
      ?? Phrase("lines of its own", ru: "свои строки")
    let version =
      name == "authelia"
      ? Phrase(" (yescrypt since 4.39.2)", ru: " (yescrypt с 4.39.2)")
      : Phrase(same: "")
    let reload =
      rereads == .always
      ? Phrase("reads changes by itself", ru: "сам видит изменения")
      : Phrase("must be reloaded", ru: "нужно перезагрузить")
    return Phrase(
      "\(layout); checks \(kinds)\(version); \(reload)",
      ru: "\(layout); проверяет \(kinds)\(version); \(reload)")
  }
}

extension ExchangeFormat {
  /// What the format is for.
  var purpose: Phrase {
    switch self {
    case .htpasswd:
      Phrase(
        "nginx and Apache; /etc/shadow is read too", ru: "nginx и Apache; читается и /etc/shadow")
    case .htgroup:
      Phrase("groups for Apache; only exported", ru: "группы для Apache; только выгрузка")
    case .dovecot: Phrase("Dovecot's passwd-file", ru: "passwd-file для Dovecot")
    case .authelia: Phrase("Authelia's users, in YAML", ru: "пользователи Authelia, в YAML")
    case .ldif: Phrase("LDAP directories", ru: "каталоги LDAP")
    case .csv: Phrase("tables, with all fields", ru: "таблицы, со всеми полями")
    case .json:
      Phrase(
        "scripts and other accounts files, with all fields and your own keys",
        ru: "скрипты и другие файлы аккаунтов, со всеми полями и вашими собственными ключами")
    }
  }
}

extension Report.Item {
  /// A problem of an import.
  init(_ fault: ExchangeFault, at place: JSONPlace) {
    var field: String?
    if case .rule(let problem) = fault { field = problem.field }
    self.init(
      field: field, rule: fault.name, message: fault.message, place: (place.line, place.column))
  }

  private static let noName = Phrase("(no name)", ru: "(без имени)")

  /// An account that an export leaves out.
  init(_ obstacle: ExportObstacle, of values: FieldValues, for reader: Reader? = nil) {
    var field: String?
    if case .closed(let problem) = obstacle { field = problem?.field }
    let name = (values.email ?? values.username).map { Phrase(same: visible($0)) }
    var message = obstacle.message
    if case .scheme = obstacle, let reader {
      let command = Phrase(
        same:
          "regapp edit --account \(visible(values.username ?? values.email ?? "NAME")) --generate")
      message =
        Phrase(
          "\(message); \(reader.name) checks \(reader.kinds.map(\.rawValue).joined(separator: ", "))"
            + ": set \"hash\" in the rulebook, then run \(command)",
          ru: "\(message); \(reader.name) проверяет "
            + "\(reader.kinds.map(\.rawValue).joined(separator: ", ")): задайте \"hash\" в своде "
            + "правил и выполните \(command)")
    }
    self.init(
      field: field, rule: obstacle.name, message: message,
      more: Field.keys.compactMap { key in
        values[text: key].map { .init(key.rawValue, .string($0)) }
      },
      sentence: Phrase(
        "\(name ?? Self.noName) is left out: \(message)",
        ru: "пропущен \(name ?? Self.noName): \(message)"))
  }
}

/// The beginning of a text from an imported file, safe to print, on one line of bounded length.
func excerpt(_ text: String) -> String {
  let start = text.unicodeScalars.prefix(60)
  return visible(String(start)) + (start.endIndex < text.endIndex ? "…" : "")
}

/// How hashes of a scheme begin: `$y$`, `{SHA}`.
func hashName(_ scheme: String) -> String { excerpt(PasswordHash.beginning(ofScheme: scheme)) }

extension ExchangeFault {
  var message: Phrase {
    switch self {
    case .rule(let problem): problem.message
    case .repeats(let name, let line):
      Phrase(
        "\(excerpt(name)) is already in this file, at line \(line)",
        ru: "\(excerpt(name)) уже есть в этом файле, в строке \(line)")
    case .exists(let name, let field):
      Phrase(
        "a user with this \(field.name) already exists: \(visible(name))",
        ru: "пользователь с \(Self.such(field)) уже есть: \(visible(name))")
    case .existsClosed(let name, let field):
      Phrase(
        "a user with this \(field.name) already exists, in a closed account: \(visible(name))",
        ru: "пользователь с \(Self.such(field)) уже есть, и его аккаунт закрыт: \(visible(name))")
    case .noEmail(let name):
      Phrase("\(excerpt(name)) is not an email", ru: "\(excerpt(name)) — не адрес почты")
    case .notUTF8: Phrase("not valid UTF-8", ru: "это не UTF-8")
    case .foreignHash(let kind):
      Phrase(
        "password has a hash (\(excerpt(kind))) that cannot be checked here",
        ru: "пароль: такой хеш (\(excerpt(kind))) здесь нечем проверить")
    case .bareHash:
      Phrase(
        "password is not a hash of the form $…$…: it may be an old hash or plain text, "
          + "and the two cannot be told apart",
        ru: "пароль: не хеш вида $…$…, а старый хеш или открытый текст — "
          + "одно от другого не отличить")
    case .doubledDollars:
      Phrase(
        "password is a hash whose $ are doubled, as in Compose files: write each once",
        ru: "пароль: хеш, в котором каждый $ удвоен, как в файлах Compose; пишите по одному $")
    case .misleadingPassword:
      Phrase(
        "password is plain text that would be read as a hash or a lock here",
        ru: "пароль: открытый текст, который здесь приняли бы за хеш или блокировку")
    case .noPassword:
      Phrase(
        "nopassword would let anyone log in; remove it, and give the account a password",
        ru: "с nopassword вошёл бы кто угодно; уберите его и задайте аккаунту пароль")
    case .notAccounts:
      Phrase(
        "accounts are missing; write a list of them like the one that regapp export --format json "
          + "--with-hashes prints",
        ru: "нет аккаунтов; запишите их списком, какой выводит regapp export --format json "
          + "--with-hashes")
    case .jsonLines:
      Phrase(
        "one account a line, as Auth0 exports them, instead of a list",
        ru: "здесь по аккаунту в строке, как выгружает Auth0, а нужен список")
    case .keycloakRealm:
      Phrase(
        "this is a realm of Keycloak, whose hashes cannot be checked here",
        ru: "это область (realm) Keycloak, и её хеши здесь нечем проверить")
    case .otherKey(let key, let field):
      Phrase(
        "\(excerpt(key)) is another program's key; rename it to \(field.rawValue)",
        ru: "\(excerpt(key)) — ключ другой программы; переименуйте его в \(field.rawValue)")
    case .noColon:
      Phrase(
        "each line must be name:hash",
        ru: "строка должна иметь вид имя:хеш, с двоеточием")
    case .noHeader:
      Phrase(
        "the first line must be the names of the columns, including email; if that has another "
          + "name, use --columns email=NAME",
        ru: "в первой строке должны стоять имена столбцов, и среди них email; если он называется "
          + "иначе, укажите --columns email=ИМЯ")
    case .unknownColumn(let name):
      Phrase("unknown column \"\(excerpt(name))\"; ", ru: "нет столбца «\(excerpt(name))»; ")
        + .instead(of: name, among: Field.allCases.map(\.rawValue))
    case .noColumn(let name, let names):
      Phrase("no column \"\(excerpt(name))\"; ", ru: "нет столбца «\(excerpt(name))»; ")
        + .instead(of: name, among: names.map(excerpt))
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
        "changetype \(excerpt(change)) is not supported, only add is",
        ru: "changetype \(excerpt(change)) не выполняется, только add")
    case .yaml(let fault): fault.message
    case .unknownKey(let key):
      Phrase("unknown key \"\(excerpt(key))\"; ", ru: "нет ключа «\(excerpt(key))»; ")
        + .instead(of: key, among: Authelia.knownKeys)
    }
  }
}

extension ExchangeFault {
  private static func such(_ field: Field) -> Phrase {
    Phrase(same: field == .email ? "таким адресом" : "таким именем пользователя")
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
      Phrase("\(excerpt(key)) appears twice", ru: "\(excerpt(key)) встречается дважды")
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
    case .scheme(let scheme):
      Phrase(
        "the other program cannot check its hash (\(hashName(scheme)))",
        ru: "другая программа не умеет проверять такой хеш (\(hashName(scheme)))")
    case .brokenHash:
      Phrase(
        "its hash is truncated or malformed: no password matches it",
        ru: "хеш обрезан или записан с ошибкой: к нему не подойдёт ни один пароль")
    case .commentSign:
      Phrase(
        "a name that begins with # would be a comment",
        ru: "имя, которое начинается с #, стало бы комментарием")
    case .nameForReader(let reader):
      Phrase(
        "\(reader) would not take this name for a name alone; give the account another user name",
        ru: "\(reader) примет это имя не только за имя; задайте аккаунту другое имя пользователя")
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
    case .ownKey(let key):
      Phrase(
        "its key \(visible(key)) must be text on one line",
        ru: "ключ \(visible(key)) должен быть текстом в одну строку")
    }
  }
}

extension [ExchangeFormat] {
  var names: String { map(\.rawValue).joined(separator: ", ") }
}
