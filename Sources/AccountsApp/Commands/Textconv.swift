import AccountsFile
import CommandKit
import LosslessJSON
import TextTools

extension Commands {
  static let textconv = Command(
    name: "textconv", summary: "print an accounts file for git diff, with its passwords masked",
    details: Phrase(
      "git calls it in a repository in which regapp git-setup was run. Each password is replaced "
        + "by \(SourceLines.mask) and eight digits that change when it does, made with the key "
        + "regapp-key in the git directory; without that key, by \(SourceLines.mask) alone. All "
        + "else is printed as it is. A text that is not JSON is printed up to the place of the "
        + "error, with everything masked but keys."),
    positionals: [
      PositionalSpec(name: "FILE", isRequired: true, candidates: .files, help: "the file to print")
    ],
    examples: ["regapp textconv accounts.json"], run: textconv)

  private static func textconv(_ invocation: Invocation) async throws {
    let path = invocation.arguments.positionals[0]
    let console = invocation.console
    let bytes: [UInt8]
    if let piped = try console.readPipe(path, .max, {}) {
      bytes = piped
    } else {
      bytes = try await WholeFile(path, sparing: invocation.registry).bytes()
    }
    let environment = invocation.context.environment
    let hidden = JSONSecrets.ofAccounts.hidden(in: bytes, dialect: JSONDialect(ofFile: path))
    var key: [UInt8]?
    if hidden.error == nil {
      key = await RepositoryKey(invocation.registry).bytes(
        gitDirectory: environment["GIT_DIR"], commonDirectory: environment["GIT_COMMON_DIR"])
    }
    var end = 0
    func write(_ bytes: ArraySlice<UInt8>) throws {
      var rest = bytes
      // So the text that waits to be written is never long.
      while !rest.isEmpty {
        var part = rest.prefix(1 << 16)
        // Neither a character nor a line end is cut in two.
        while part.endIndex < rest.endIndex, part.count > 1,
          rest[part.endIndex] & 0xC0 == 0x80 || part.last == UInt8(ascii: "\r")
        {
          part.removeLast()
        }
        rest = rest[part.endIndex...]
        try console.writeBytes(visibleText(part))
      }
    }
    for secret in hidden.ranges {
      try write(bytes[end..<secret.lowerBound])
      let digest = key.map { SHA256.authentication(of: Array(bytes[secret]), key: $0) }
      try write(Array((SourceLines.mask + (digest?.prefix(4) ?? []).hexadecimal).utf8)[...])
      end = secret.upperBound
    }
    let limit = hidden.error?.offset ?? bytes.count
    try write(bytes[end..<limit])
    if let place = hidden.error?.place, !bytes.isEmpty {
      let words = Phrase("not JSON from \(place.line):\(place.column) on; the rest is not shown")
      try write(Array("\(place.column > 1 ? "\n" : "")\(words[invocation.language])\n".utf8)[...])
    }
  }

  /// A text made safe to print, with its own line ends and tabs.
  private static func visibleText(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if bytes.span.isPrintableASCII { return bytes }
    var shown: [UInt8] = []
    var rest = bytes
    while !rest.isEmpty {
      let text = rest.prefix { !"\n\r\t".utf8.contains($0) }
      shown += visible(String(decoding: text, as: UTF8.self)).utf8
      rest = rest[text.endIndex...]
      let isAlone = rest.first == UInt8(ascii: "\r") && rest.dropFirst().first != UInt8(ascii: "\n")
      // It would have what follows written over the line.
      shown += isAlone ? Array(visible("\r").utf8)[...] : rest.prefix(1)
      rest = rest.dropFirst()
    }
    return shown[...]
  }
}
