import Testing

@testable import Terminal

@Suite("An editor") struct EditorLineTests {
  @Test(
    "is opened at a line in its own way, if it is known to have one",
    arguments: [
      ("vim", "vim +12 \"$1\""), ("/usr/bin/nvim -p", "/usr/bin/nvim -p +12 \"$1\""),
      ("nano", "nano +12 \"$1\""), ("emacs -nw", "emacs -nw +12 \"$1\""), ("hx", "hx +12 \"$1\""),
      ("code --wait", "code --wait --goto \"$1:12\""),
      ("sensible-editor", "sensible-editor \"$1\""),
      ("ed", "ed \"$1\""), ("", " \"$1\""),
    ])
  func line(command: String, expected: String) {
    #expect(Editor.script(command, at: 12).hasSuffix("; \(expected)"))
    #expect(Editor.script(command, at: nil).hasSuffix("; \(command) \"$1\""))
  }
}
