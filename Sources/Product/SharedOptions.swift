package import CommandKit

extension OptionSpec {
  package static let documents = OptionSpec(
    "--documents", "DIR", candidates: .directories,
    help: "a directory or postgres://… (else $REGAPP_DOCUMENTS, else your documents)")

  package static let albumLimit = TypedOption.count(
    "--limit", "N", help: "at most N albums, 1 to 200 (default 200)")

  /// The options of a search.
  package static let narrowing = [
    albumLimit.spec,
    OptionSpec("--artist", "TEXT", help: "only albums whose artist contains these words"),
    OptionSpec("--title", "TEXT", help: "only albums whose title contains these words"),
    OptionSpec("--songs", help: "songs instead of albums, by their title"),
  ]

  package static let html = OptionSpec(
    "--html", "FILE", candidates: .files, help: "write one page with the covers to FILE")

  /// The options of every command that queries the store.
  package static let catalogue = [
    OptionSpec(
      "--country", "CC",
      help: "the store to search, two letters; else the term and your region decide"),
    OptionSpec("--refresh", help: "query the store again, even if an answer is cached"),
    OptionSpec(
      "--offline", excludes: ["--refresh"], help: "use cached answers only, without the network"),
    OptionSpec("--covers", help: "show covers, if the terminal has enough colours"),
  ]
}
