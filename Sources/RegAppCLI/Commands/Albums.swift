extension CommandSpec {
  /// What is known of the albums where their program is not there; where it is, it answers itself.
  static let albums = CommandSpec(
    name: "albums",
    summary: "search for music albums; a program of its own, which alone may call out",
    details: [
      "regapp albums search TERM … finds albums, regapp albums show ID shows one with its songs, "
        + "and regapp albums alone, at a terminal, opens the screens. Only for who is logged in."
    ],
    positionals: [
      PositionalSpec(
        name: "WORD", isRequired: false, isRepeated: true,
        candidates: .words(["search", "show", "help"]), help: "search TERM …, or show ID")
    ],
    examples: ["regapp albums search Kino", "regapp albums show 1440857781"],
    run: { _ in
      throw Refusal(
        code: .unavailable, name: "albumsMissing",
        message: "regapp-albums is neither beside regapp nor on PATH",
        hint: "build it: swift build --product regapp-albums")
    })
}
