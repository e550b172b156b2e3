import CommandKit
import Product

extension ManualText {
  static let regapp = ManualText(
    page: "regapp",
    summary: Phrase(
      "accounts in one file that people can read, edit by hand and trust",
      ru: "аккаунты в одном файле, который можно читать, править вручную "
        + "и которому можно доверять"),
    description: [
      Phrase(
        "regapp registers people, logs them in, and shows and edits their profiles: from a shell, "
          + "from a script, and on full-screen forms in a terminal. An edit changes only the bytes of "
          + "the accounts file that it has to, every mistake in the file is reported with its line "
          + "and column, and nothing is lost, whatever fails.",
        ru: "regapp регистрирует людей, впускает их по паролю, показывает и правит их профили: "
          + "из оболочки, из скрипта и в полноэкранных формах терминала. Каждый байт файла "
          + "аккаунтов, который не просили менять, остаётся как был, о каждой ошибке в нём "
          + "говорится с номером строки и столбца, и ничего не теряется, что бы ни отказало."),
      Phrase(
        "A rulebook defines what an account must look like and how to log in: register, albums, "
          + "authorisation, standard, or one of your own. regapp rules shows the one in force.",
        ru: "Каким должен быть аккаунт и как в него входят, определяет свод правил: "
          + "register, albums, authorisation, standard или ваш собственный. Действующий свод "
          + "показывает regapp rules."),
      Phrase(
        "Data goes to stdout, messages to stderr, questions to the terminal. Nothing is asked if "
          + "stdin is not a terminal, or with --no-input.",
        ru: "Данные выводятся в stdout, сообщения — в stderr, вопросы — на терминал. Если stdin "
          + "— не терминал или указан --no-input, ничего не спрашивается."),
      Phrase(
        "Where --documents or $REGAPP_DOCUMENTS is postgres://HOST/DATABASE or service=NAME, the "
          + "accounts are in that database, and regapp runs regapp-postgres with the same command "
          + "line.",
        ru: "Если --documents или $REGAPP_DOCUMENTS — это postgres://HOST/DATABASE или "
          + "service=NAME, аккаунты лежат в этой базе данных, и regapp запускает regapp-postgres с "
          + "той же командной строкой."),
    ],
    files: [
      Entry(
        "accounts.json",
        "the accounts, in the documents directory: --documents, else $REGAPP_DOCUMENTS, else "
          + "regapp in $XDG_DOCUMENTS_DIR, from the environment or from user-dirs.dirs, else in "
          + "~/Documents",
        ru: "аккаунты; лежит в каталоге документов: это --documents, иначе "
          + "$REGAPP_DOCUMENTS, иначе regapp в $XDG_DOCUMENTS_DIR (из окружения или из "
          + "user-dirs.dirs), иначе regapp в ~/Documents"),
      Entry(
        "accounts.jsonc",
        "the accounts instead, where comments and trailing commas are allowed; never both",
        ru: "аккаунты вместо него: там можно писать комментарии и запятые в конце; только один из "
          + "двух"),
      Entry(
        "session.json", "who is logged in; in the same directory, like all that follow",
        ru: "кто вошёл; лежит рядом, как и все следующие"),
      Entry(
        "edit.json", "the open edit; passwords only as hashes",
        ru: "открытая правка; пароли — только в виде хешей"),
      Entry(
        "history.jsonl",
        "who changed what; beside the accounts file itself where accounts.json is a link to it, and "
          + "named after it: people.history.jsonl for people.json",
        ru: "кто что изменил; если accounts.json — ссылка, лежит рядом с самим файлом аккаунтов и "
          + "называется по нему: people.history.jsonl для people.json"),
      Entry(
        "logins.jsonl",
        "each attempt to log in; beside the history, and named likewise; no passwords",
        ru: "каждая попытка входа, без паролей; лежит рядом с историей и называется так же"),
      Entry(
        "last-logins", "when each account last logged in; beside the history, and named likewise",
        ru: "когда кто входил в последний раз; лежит рядом с историей и называется так же"),
      Entry(
        "failed-logins", "the number of failed logins, by name",
        ru: "число неудачных входов, по именам"),
      Entry(
        ".accounts.json.index",
        "where the accounts are in a file of 256 KiB or more; beside the accounts file itself, named "
          + "after it; commands that change the accounts write it, and so does check",
        ru: "где что лежит в файле аккаунтов от 256 КиБ; лежит рядом с самим файлом аккаунтов и "
          + "называется по нему; его пишут команды, которые меняют аккаунты, и check"),
      Entry(
        ".*.lock", "lock files; they are empty and are not removed",
        ru: "блокировки; эти файлы пусты и не удаляются"),
      Entry(
        "${XDG_STATE_HOME:-~/.local/state}/regapp/",
        "the copies of edit-file, and what publish has written where",
        ru: "копии edit-file, и что и куда записал publish"),
      Entry(
        "${XDG_CONFIG_HOME:-~/.config}/user-dirs.dirs",
        "where the user's documents are, unless the environment says so",
        ru: "где документы пользователя, если этого не говорит окружение"),
    ],
    environment: [
      Entry(
        "REGAPP_DOCUMENTS", "the documents directory or a database, if --documents is not given",
        ru: "каталог документов или база данных, если не указан --documents"),
      Entry(
        "XDG_DOCUMENTS_DIR, XDG_CONFIG_HOME, HOME", "where else to look for it",
        ru: "где ещё он ищется"),
      Entry(
        "XDG_STATE_HOME, HOME", "where the copies of edit-file are; for root, HOME does not count",
        ru: "где копии edit-file; у root HOME не считается"),
      Entry("VISUAL, EDITOR", "the editor of edit-file", ru: "редактор для edit-file"),
      Entry(
        "LC_ALL, LC_MESSAGES, LANG", "the language of messages: the first that is set",
        ru: "язык сообщений: первая заданная"),
      Entry(
        "NO_COLOR, TERM, COLORTERM", "which colours the terminal has, and whether to use them",
        ru: "какие цвета есть у терминала и нужны ли они"),
      Entry(
        "REGAPP_THEME",
        "the colours of the screens: dark, light or terminal; by default the terminal is asked",
        ru: "цвета экранов: dark, light или terminal; по умолчанию узнаются у терминала"),
      Entry(
        "ACCESSIBLE", "ask line by line instead of opening screens, like --plain",
        ru: "вопросы построчно вместо экранов, как с --plain"),
      Entry(
        "PAM_USER, PAM_TYPE", "the user and the request that verify --pam checks; set by modules",
        ru: "кого и для чего проверяет verify --pam; их задают модули"),
      Entry(
        "PATH", "where to find regapp-albums and regapp-postgres, if they are not next to regapp",
        ru: "где искать regapp-albums и regapp-postgres, если их нет рядом с regapp"),
    ],
    examples: [
      (
        Phrase("A script that checks a password:", ru: "Скрипт, который впускает по паролю:"),
        [
          "printf %s \"$password\" |",
          "    regapp verify --email ada@example.com --password-stdin && echo welcome",
        ]
      ),
      (
        Phrase(
          "The same in /etc/pam.d, for any service:", ru: "То же в /etc/pam.d, для любой службы:"),
        [
          "auth    required pam_regapp.so documents=/srv/accounts",
          "account required pam_regapp.so documents=/srv/accounts",
        ]
      ),
    ],
    seeAlso: [
      "regapp-albums(1)", "regapp-postgres(1)", "crypt(5)", "jq(1)", "pam_exec(8)", "visudo(8)",
    ],
    meaning: { $0.meaning }, topics: [.formats, .readers])
}
