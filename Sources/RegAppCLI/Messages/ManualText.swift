/// What a manual page says beside what the declarations say.
package struct ManualText: Sendable {
  package typealias Entry = (name: String, words: String)

  /// The page's name, as one types it after `man`.
  let page: String
  /// What the program does, in half a sentence.
  let summary: String
  let description: [String]
  let files: [Entry]
  let environment: [Entry]
  let examples: [(words: String, lines: [String])]
  let seeAlso: [String]

  package init(
    page: String, summary: String, description: [String], files: [Entry], environment: [Entry],
    examples: [(words: String, lines: [String])] = [], seeAlso: [String]
  ) {
    self.page = page
    self.summary = summary
    self.description = description
    self.files = files
    self.environment = environment
    self.examples = examples
    self.seeAlso = seeAlso
  }

  static let volume = "User Commands"
  static let everyCommand =
    "Options may stand before or after the command, as --name value or --name=value; -- ends "
    + "them. Every command takes:"
  static let withoutCommand = "Without a command:"
  static let toBegin = "To begin:"
}

extension ManualText {
  static let regapp = ManualText(
    page: "regapp",
    summary: "accounts in one file that people can read, edit by hand and trust",
    description: [
      "regapp registers people, logs them in, shows and edits their profiles, from a shell, from "
        + "a script and on full-screen forms in a terminal. Every byte of the accounts file that "
        + "was not asked to change stays as it is, every mistake in it is told with its line and "
        + "column, and nothing is lost, whatever fails.",
      "What an account must look like, and how one logs in, is a rulebook: register, albums, "
        + "authorisation, or one of your own. regapp rules tells what the one in force says.",
      "Data goes to stdout, words to stderr, questions to the terminal. Nothing is asked where "
        + "stdin is no terminal, or with --no-input.",
    ],
    files: [
      (
        "accounts.json",
        "the accounts, in the documents directory: --documents, else $REGAPP_DOCUMENTS, else "
          + "regapp in $XDG_DOCUMENTS_DIR, from the environment or from user-dirs.dirs, else in "
          + "~/Documents"
      ),
      ("session.json", "who is logged in; beside it, as all that follow"),
      ("edit.json", "the open or last saved edit; passwords only ever as hashes"),
      ("throttle.json", "how many logins failed, by name"),
      (".*.lock", "locks; they are empty, and stay"),
      (
        "${XDG_CONFIG_HOME:-~/.config}/user-dirs.dirs",
        "where the user's documents are, if the environment does not say so"
      ),
    ],
    environment: [
      ("REGAPP_DOCUMENTS", "the documents directory, where --documents is not given"),
      ("XDG_DOCUMENTS_DIR, XDG_CONFIG_HOME, HOME", "where else it is looked for"),
      ("VISUAL, EDITOR", "the editor of edit-file"),
      ("NO_COLOR, TERM, COLORTERM", "what colours the terminal has, and whether they are wanted"),
      ("ACCESSIBLE", "questions line by line instead of screens, as --plain"),
      ("PAM_USER, PAM_TYPE", "what verify --pam answers for, as pam_exec sets them"),
      ("PATH", "where regapp-albums is, if it is not beside regapp"),
    ],
    examples: [
      (
        "A script that lets in who has the password:",
        [
          "printf %s \"$password\" |",
          "    regapp verify --email ada@example.com --password-stdin && echo welcome",
        ]
      ),
      (
        "The same in /etc/pam.d, for any service:",
        [
          "auth    required pam_exec.so quiet expose_authtok \\",
          "    /usr/bin/regapp verify --pam --documents /srv/accounts",
          "account required pam_permit.so",
        ]
      ),
    ],
    seeAlso: ["regapp-albums(1)", "crypt(5)", "jq(1)", "pam_exec(8)", "visudo(8)"])
}

extension ExitCode {
  /// What it means, as the manual tells it.
  var meaning: String {
    switch self {
    case .done: "done, or nothing to change"
    case .no: "the answer is no: verify does not match, nothing to save or cancel"
    case .usage: "the command line is wrong, or a needed value is missing"
    case .invalid: "a value or the file breaks a rule; a duplicate; check found an error"
    case .noSuchAccount: "remove, show --email, edit --account: no such account"
    case .unavailable:
      "something outside is missing or unreachable: an editor, the network, regapp-albums"
    case .bug: "a bug of ours"
    case .cannotCreate: "cannot create a file or directory"
    case .cannotReadOrWrite: "cannot read or write"
    case .tryAgain:
      "try again: the file is locked, was changed meanwhile, or too many logins failed"
    case .notLoggedIn: "login failed, or not logged in"
    case .rulebook: "the rulebook is wrong"
    case .hungUp: "the terminal has gone"
    case .interrupted: "interrupted"
    case .quit: "ended by SIGQUIT"
    case .terminated: "ended by SIGTERM"
    }
  }
}
