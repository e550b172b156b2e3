import Accounts

/// The program `regapp`.
public enum RegApp {
  public static let version = "0.1.0"
  /// The date of this version, for the manual page.
  static let versionDay = "2026-11-20"

  /// Every command, in the order in which help lists them.
  static let commands: [CommandSpec] = [
    .login, .register, .show, .edit, .save, .cancel, .logout, .list, .remove, .verify, .check,
    .seal, .editFile, .rules, .initialise, .import, .export, .albums, .completions, .help,
  ]

  static let program = Program(
    name: "regapp",
    summary: Phrase(
      "regapp keeps accounts in one file that people can read, edit by hand and trust",
      ru: "regapp хранит аккаунты в одном файле: его можно читать, править "
        + "вручную, и ему можно доверять"),
    commands: commands, fallback: .screens,
    firstUse: [
      "regapp login --email mario.balotelli@gmail.com", "regapp show",
      "regapp edit --first-name Mario",
    ], manual: .regapp)

  /// Runs one command line, without the program's name, and returns the exit code.
  ///
  /// - Parameter words: nil is a word that is not valid UTF-8.
  public static func run(_ words: [String?], _ context: Context) async -> Int32 {
    if let rest = Companion.words(of: words) {
      return await Companion.run(rest, words, context)
    }
    return await program.run(words, context)
  }
}
