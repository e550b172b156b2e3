import CommandKit
import Product

extension ManualText {
  static let regapp = ManualText(
    page: "regapp",
    summary: Phrase("accounts in one file that people can read, edit by hand and trust"),
    description: [
      Phrase(
        "regapp registers people, logs them in, and shows and edits their profiles: from a shell, "
          + "from a script, and on full-screen forms in a terminal. An edit changes only the bytes "
          + "of the accounts file that it has to, every mistake in the file is reported with its "
          + "line and column, and nothing is lost, whatever fails."),
      Phrase(
        "A rulebook defines what an account must look like and how to log in: register, albums, "
          + "authorisation, standard, or one of your own. regapp rules shows the one in force."),
      Phrase(
        "Data goes to stdout, messages to stderr, questions to the terminal. Nothing is asked if "
          + "stdin is not a terminal, or with --no-input."),
      Phrase(
        "Where --documents or $REGAPP_DOCUMENTS is postgres://HOST/DATABASE or service=NAME, the "
          + "accounts are in that database, and regapp runs regapp-postgres with the same command "
          + "line."),
    ],
    files: [
      Entry(
        "accounts.json",
        "the accounts, in the documents directory: --documents, else $REGAPP_DOCUMENTS, else "
          + "regapp in $XDG_DOCUMENTS_DIR, from the environment or from user-dirs.dirs, else in "
          + "~/Documents"),
      Entry(
        "accounts.jsonc",
        "the accounts instead, where comments and trailing commas are allowed; never both"),
      Entry("session.json", "who is logged in; in the same directory, like all that follow"),
      Entry("edit.json", "the open edit; passwords only as hashes"),
      Entry(
        "history.jsonl",
        "who changed what; beside the accounts file itself where accounts.json is a link to it, "
          + "and named after it: people.history.jsonl for people.json"),
      Entry(
        "logins.jsonl",
        "each attempt to log in; beside the history, and named likewise; no passwords"),
      Entry(
        "sessions.jsonl",
        "who is logged in in a browser; beside the history, and named likewise; no tokens"),
      Entry(
        "last-logins", "when each account last logged in; beside the history, and named likewise"),
      Entry("failed-logins", "the number of failed logins, by name"),
      Entry(
        ".accounts.json.index",
        "where the accounts are in a file of 256 KiB or more; beside the accounts file itself, "
          + "named after it; commands that change the accounts write it, and so does check"),
      Entry(".*.lock", "lock files; they are empty and are not removed"),
      Entry(
        "${XDG_STATE_HOME:-~/.local/state}/regapp/",
        "the copies of edit-file, and what publish has written where"),
      Entry(
        "${XDG_CONFIG_HOME:-~/.config}/user-dirs.dirs",
        "where the user's documents are, unless the environment says so"),
    ],
    environment: [
      Entry(
        "REGAPP_DOCUMENTS", "the documents directory or a database, if --documents is not given"),
      Entry("XDG_DOCUMENTS_DIR, XDG_CONFIG_HOME, HOME", "where else to look for it"),
      Entry(
        "XDG_STATE_HOME, HOME", "where the copies of edit-file are; for root, HOME does not count"),
      Entry("VISUAL, EDITOR", "the editor of edit-file"),
      Entry("LC_ALL, LC_MESSAGES, LANG", "the language of messages: the first that is set"),
      Entry("NO_COLOR, TERM, COLORTERM", "which colours the terminal has, and whether to use them"),
      Entry("REGAPP_PUBLISH_LIST", "the list of publish, if --list is not given"),
      Entry("ACCESSIBLE", "ask line by line instead of opening screens, like --plain"),
      Entry(
        "PAM_USER, PAM_TYPE", "the user and the request that verify --pam checks; set by modules"),
      Entry(
        "PATH", "where to find regapp-albums and regapp-postgres, if they are not next to regapp"),
    ],
    examples: [
      (
        Phrase("A script that checks a password:"),
        [
          "printf %s \"$password\" |",
          "    regapp verify --email ada@example.com --password-stdin && echo welcome",
        ]
      ),
      (
        Phrase("The same in /etc/pam.d, for any service:"),
        [
          "auth    required pam_regapp.so documents=/srv/accounts",
          "account required pam_regapp.so documents=/srv/accounts",
        ]
      ),
    ],
    seeAlso: [
      "regapp-albums(1)", "regapp-postgres(1)", "crypt(5)", "jq(1)", "pam_exec(8)", "visudo(8)",
    ],
    explanation: { $0.explanation }, topics: [.formats, .readers])
}
