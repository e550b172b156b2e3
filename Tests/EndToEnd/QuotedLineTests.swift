import Foundation
import Testing

/// Lines of broken files at a terminal, and what git is shown.
@Suite struct QuotedLineTests {
  private static let text = """
    {"rules": "register", "accounts": [
      {"email": "漢@host.com" "password": "hunter22"}
    ]}

    """

  @Test("a mistake is shown with its line and a caret below it, and no password")
  func terminal() async throws {
    let home = try Home(Self.text)
    let terminal = try home.terminal("check", environment: ["NO_COLOR": "1"])
    #expect(try await terminal.finish() == .exit(65))
    let expected = """
      ~/Documents/regapp/accounts.json:2:26: error: expected a comma or }, found '"'
          {"email": "********"\u{20}
                               ^

      """
    #expect(terminal.screen.hasPrefix(expected))
    let piped = try await home.run("check")
    #expect(!piped.out.contains("^") && !piped.err.contains("^"))
  }

  @Test("edit-file shows what is wrong with the copy")
  func editFile() async throws {
    let home = try Home(Self.text.replacing("漢@host.com\" ", with: "ada@host.com\", "))
    let terminal = try home.terminal(
      "edit-file", environment: home.editor("sed -i 's/\"hunter22\"/hunter22/' \"$1\""))
    #expect(try await terminal.shows("[e]dit again, or [d]iscard? "))
    #expect(terminal.screen.contains("\n    {\"email\": \"********\", \"password\": \n"))
    #expect(terminal.screen.components(separatedBy: "hunter22").count == 1)
    try terminal.type("d\n")
    #expect(try await terminal.finish() == .exit(1))
  }

  @Test("textconv shows that a password changed, by the key of the repository it is run in")
  func textconv() async throws {
    let home = try Home(
      #"{"rules": "register", "accounts": [{"email": "a@host.com", "password": "x"}]}"#)
    let file = "\(home.path)/Documents/regapp/accounts.json"
    let script = """
      set -e
      mkdir -p "$HOME/r/.git/worktrees/w" "$HOME/r/deep/er" "$HOME/w" "$HOME/s"
      printf 0123456789abcdef0123456789abcdef >"$HOME/r/.git/regapp-key"
      chmod 600 "$HOME/r/.git/regapp-key"
      echo "gitdir: $HOME/r/.git/worktrees/w" >"$HOME/w/.git"
      echo ../.. >"$HOME/r/.git/worktrees/w/commondir"
      echo "gitdir: ../r/.git" >"$HOME/s/.git"
      for directory in r r/deep/er w s; do (cd "$HOME/$directory" && "$0" textconv "$1"); echo; done
      cd / && GIT_DIR="$HOME/r/.git" "$0" textconv "$1"; echo
      cd "$HOME/w" && GIT_DIR="$HOME/r/.git/worktrees/w" "$0" textconv "$1"; echo
      cd "$HOME/r" && GIT_DIR="$HOME/nothing" "$0" textconv "$1"; echo
      chmod 640 .git/regapp-key; "$0" textconv "$1"; echo
      chmod 600 .git/regapp-key; echo >>.git/regapp-key; "$0" textconv "$1"; echo
      """
    let ran = try await home.shell(script, file)
    #expect(ran.code == 0 && ran.err.isEmpty)
    let lines = ran.out.split(separator: "\n").map(String.init)
    let plain =
      #"{"rules": "register", "accounts": [{"email": "a@host.com", "password": "********"}]}"#
    // printf x | openssl dgst -sha256 -hmac 0123456789abcdef0123456789abcdef
    let keyed = plain.replacing("********", with: "********5c92424a")
    #expect(lines == Array(repeating: keyed, count: 6) + Array(repeating: plain, count: 3))
  }
}
