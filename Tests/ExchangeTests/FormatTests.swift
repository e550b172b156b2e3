import Accounts
import TestSupport
import Testing

@testable import Exchange

@Suite("Formats") struct FormatTests {
  struct Guess: Sendable, CustomTestStringConvertible {
    let path: String
    let text: String
    let format: ExchangeFormat?
    var testDescription: String { "\(path): \(text.prefix(20))" }
  }

  static let guesses: [Guess] = [
    Guess(path: "/a/b.json", text: "", format: .json),
    Guess(path: "b.CSV", text: "x", format: .csv),
    Guess(path: "people.ldif", text: "", format: .ldif),
    Guess(path: "/etc/nginx/.htpasswd", text: "", format: .htpasswd),
    Guess(path: "a.json/b", text: "", format: nil),
    Guess(path: "a", text: " \n [\n", format: .json),
    Guess(path: "a", text: "# x\n{\"accounts\"", format: .json),
    Guess(path: "a", text: "dn: x=y\n", format: .ldif),
    Guess(path: "a", text: "version: 1\n", format: .ldif),
    Guess(path: "a", text: "dn:: eA==\n", format: .ldif),
    Guess(path: "a", text: "dn:$2y$x\n", format: .htpasswd),
    Guess(path: "a", text: "dn:{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8=\n", format: .htpasswd),
    Guess(path: "a", text: "version:$2y$x\n", format: .htpasswd),
    Guess(path: "a", text: "dn:,email\n", format: .csv),
    Guess(path: "a", text: "x|{y,email\n", format: .csv),
    Guess(path: "a.yml", text: "---\nusers:\n", format: .authelia),
    Guess(path: "a", text: "# c\nusers:\n", format: .authelia),
    Guess(path: "a", text: "a@b.co:$2y$x", format: .htpasswd),
    Guess(path: "a", text: "a@b.co:{CRYPT}$2y$x", format: .dovecot),
    Guess(path: "a", text: "a@b.co:{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8=", format: .htpasswd),
    Guess(path: "a", text: "a@b.co:{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8=:", format: .dovecot),
    Guess(path: "a", text: "a@b.co:$2y$x::::::", format: .dovecot),
    // Nine fields, of which the third to eighth are numbers or empty, are shadow's, and so are
    // numbers in the fifth and the sixth.
    Guess(path: "shadow", text: "root:*:19000:0:99999:7:::\n", format: .htpasswd),
    Guess(path: "a", text: "ada:$y$x:19500:0:99999:7::18000:\n", format: .htpasswd),
    Guess(path: "a", text: "ada::::::::\n", format: .htpasswd),
    Guess(path: "a", text: "ada:$y$x:19500:0:99999:7::x:\n", format: .htpasswd),
    Guess(path: "a", text: "ada:{CRYPT}$y$x:::::::\n", format: .dovecot),
    Guess(path: "a", text: "ada:$y$x:5000:5000::/home/a::mail=maildir:~/Mail\n", format: .dovecot),
    Guess(path: "a", text: "ada:$y$x:19500:0:99999:7::\n", format: .htpasswd),
    Guess(path: "a", text: "firstName,email\n", format: .csv),
    Guess(path: "a", text: "\u{FEFF}Email\r\n", format: .csv),
    Guess(path: "a", text: "First name;Email\n", format: .csv),
    Guess(path: "a", text: "a@b.co:secret", format: nil),
    Guess(path: "a", text: "a,b", format: nil),
    Guess(path: "", text: "", format: nil),
  ]

  @Test("are guessed if they are clear", arguments: guesses)
  func guess(row: Guess) {
    #expect(ExchangeFormat.guess(path: row.path, ExchangeText(row.text)) == row.format)
  }

  @Test(
    "that are another program's are refused, and it is named",
    arguments: [
      ("a.ldif", "dn: uid=ada,dc=x\nmail: a@b.co\n", "LDAP"),
      ("a", "a@b.co:{CRYPT}$2y$x", "Dovecot"),
      ("postfix-accounts.cf", "a@b.co|{SHA512-CRYPT}$6$x$y\n", "Dovecot"),
      ("web.yml", "tls: x\nbasic_auth_users:\n  ada: $2b$05$x\n", "Prometheus"),
      ("config.yaml", "issuer: x\nstaticPasswords:\n- email: a@b.co\n", "Dex"),
      ("AdGuardHome.yaml", "http:\n  port: 80\nusers:\n  - name: ada\n", "AdGuard Home"),
      (
        "auth.json", #"{"data": {"users": [{"username": "a", "password": "x"}]}}"#, "Home Assistant"
      ),
    ])
  func others(path: String, text: String, program: String) throws {
    let text = ExchangeText(text)
    let format = try #require(ExchangeFormat.guess(path: path, text))
    let reading = format.read(text)
    #expect(reading.records.isEmpty && reading.endedEarly)
    #expect(reading.faults.map(\.fault) == [.otherList(program)])
  }

  private static func text(
    _ record: ExchangeRecord, _ format: ExchangeFormat
  ) throws(ExportObstacle) -> String {
    var writer = ExchangeWriter(format, withHashes: true)
    let text = try writer.text(of: record)
    return writer.head + text + writer.end
  }

  /// The part of a record that a format can hold.
  private static func held(_ record: ExchangeRecord, by format: ExchangeFormat) -> FieldValues {
    var values = record.values
    switch format {
    case .htpasswd:
      var held = FieldValues()
      held[text: values.username == nil ? .email : .username] = record.name
      held.password = values.password
      return held
    case .authelia:
      values[.validUntil] = nil
      values[.disabled] = record.canLogIn ? nil : .flag(true)
    case .htgroup, .dovecot, .ldif, .csv, .json: break
    }
    return values
  }

  @Test("round-trip everything that they can hold", arguments: ExchangeFormat.readable)
  func roundTrip(format: ExchangeFormat) {
    var dice = Dice(7)
    var written = 0
    for _ in 0..<rounds(400) {
      let record = Hostile.record(&dice)
      let text: String
      do throws(ExportObstacle) { text = try Self.text(record, format) } catch { continue }
      written += 1
      let reading = format.read(ExchangeText(text))
      #expect(reading.faults.isEmpty, "\(text)")
      let same =
        reading.records.map { Self.bytes($0.values) } == [Self.bytes(Self.held(record, by: format))]
      #expect(same, "\(text)")
      #expect(reading.records.first?.ownKeys == [], "\(text)")
    }
    #expect(written > rounds(200))
  }

  private static func bytes(_ values: FieldValues) -> [[UInt8]?] {
    Field.allCases.map { field in values[field].map { Array($0.shown.utf8) } }
  }

  @Test("read any bytes without a trap, and report places", arguments: ExchangeFormat.allCases)
  func fuzz(format: ExchangeFormat) {
    var dice = Dice(11)
    let pieces =
      (Hostile.texts + Hostile.misleading + Hostile.emails).map { Array($0.utf8) } + [
        [0xFF], [0xC3], Array("\n".utf8), Array(" ".utf8), Array(":".utf8), Array(":: ".utf8),
        Array("\"".utf8), Array("users:\n".utf8), Array("  ".utf8), Array("dn: ".utf8),
        Array("\\".utf8),
      ]
    for _ in 0..<rounds(300) {
      var bytes: [UInt8] = []
      if let text = try? Self.text(Hostile.record(&dice), format) { bytes = Array(text.utf8) }
      for _ in 0...dice.below(4) where !bytes.isEmpty {
        let index = dice.below(bytes.count)
        let end = min(bytes.count, index + dice.below(20))
        switch dice.below(4) {
        case 0: bytes[index] = UInt8(dice.below(256))
        case 1: bytes.replaceSubrange(index..<end, with: dice.pick(pieces))
        case 2: bytes.removeSubrange(index...)
        default: bytes.insert(contentsOf: dice.pick(pieces), at: index)
        }
      }
      let text = ExchangeText(bytes)
      let reading = format.read(text)
      for fault in reading.faults {
        #expect(fault.offset >= 0 && fault.offset <= bytes.count)
        #expect(!fault.fault.name.isEmpty)
      }
      for record in reading.records {
        #expect(record.offset >= 0 && record.offset <= bytes.count)
      }
      _ = ExchangeFormat.guess(path: "a", text)
      _ = text.firstBrokenByte
    }
  }

  @Test(
    "the first byte of invalid UTF-8 is found",
    arguments: [
      ([0x61, 0xFF], 1), ([0xC3], 0), ([0xC3, 0xA9, 0xE2, 0x82], 2), ([0x61, 0xED, 0xA0, 0x80], 1),
      ([0x61, 0xC3, 0xA9], nil), ([], nil),
    ] as [([UInt8], Int?)])
  func brokenBytes(bytes: [UInt8], offset: Int?) {
    #expect(ExchangeText(bytes).firstBrokenByte == offset)
  }

  @Test(
    "accept the hashes that the other program can check, and no others",
    arguments: [
      ("y", [.htpasswd, .dovecot, .authelia, .ldif]),
      ("2b", [.htpasswd, .dovecot, .authelia, .ldif]),
      ("2x", [.htpasswd, .dovecot, .ldif]),
      ("6", [.htpasswd, .dovecot, .authelia, .ldif]), ("1", [.htpasswd, .dovecot, .ldif]),
      ("apr1", [.htpasswd]), ("{SHA}", [.htpasswd, .dovecot, .ldif]),
      ("argon2id", [.dovecot, .authelia, .ldif]), ("argon2d", [.authelia]),
      ("pbkdf2-sha512", [.authelia]), ("scrypt", [.authelia]), ("x", []),
    ] as [(String, [ExchangeFormat])])
  func schemes(scheme: String, formats: [ExchangeFormat]) {
    let taking = ExchangeFormat.allCases.filter { $0 != .htgroup && $0.takes(scheme: scheme) }
    #expect(taking == formats + [.csv, .json])
  }

  @Test("groups that the other program would take for one another are left out, with a name each")
  func groups() throws {
    func written(
      _ format: ExchangeFormat, _ groups: [[String]]
    ) throws -> (names: [String], leftOut: [String]) {
      var writer = ExchangeWriter(format)
      for (index, groups) in groups.enumerated() {
        var values = FieldValues(email: "u\(index)@b.co")
        values.password = Hostile.hashes[0]
        values.groups = groups
        _ = try writer.text(of: ExchangeRecord(values))
      }
      let lines = writer.end.split(separator: "\n")
      let names =
        format == .htgroup
        ? lines.compactMap { $0.split(separator: ":").first.map(String.init) }
        : lines.filter { $0.hasPrefix("cn: ") }.map { String($0.dropFirst(4)) }
      return (names, writer.groupsLeftOut.map { "\($0.name) \($0.obstacle.name)" })
    }
    let groups = [
      ["ops", "dev", "#x"], ["Ops", "É", "a:b"], ["é", "a  b", "dev"], ["a b", "OPS"],
    ]
    let apache = try written(.htgroup, groups)
    #expect(apache.names == ["dev", "É", "é", "a  b", "a b"])
    #expect(
      apache.leftOut == [
        "ops sameGroup", "#x commentSign", "Ops sameGroup", "a:b colon", "OPS sameGroup",
      ])
    let directory = try written(.ldif, [["ops", "dev", "#x"], ["Ops", "a:b"], ["a  b"], ["a b"]])
    #expect(directory.names == ["dev", "#x", "a:b"])
    #expect(directory.leftOut.map { $0.hasSuffix(" sameGroup") } == [true, true, true, true])
    #expect(try written(.authelia, groups).leftOut == [])
  }
}
