import Accounts
import LosslessJSON
import Testing

@testable import Exchange

@Suite("htpasswd and Dovecot's passwd-file") struct NameColonHashTests {
  static let htpasswd: [ReadCase] = [
    ReadCase(
      "names and hashes", "a@b.co:$2y$05$x\nc@d.co:$apr1$a$b\r\n",
      rows: ["email=a@b.co password=$2y$05$x", "email=c@d.co password=$apr1$a$b"]),
    ReadCase(
      "{SHA}", "a@b.co:{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8=\n",
      rows: ["email=a@b.co password={SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8="]),
    ReadCase(
      "comments and empty lines", "# a:b\n\n  \na@b.co:$1$a$b",
      rows: ["email=a@b.co password=$1$a$b"]),
    ReadCase(
      "what stands behind a second colon is dropped, with its name",
      "a@b.co:$1$a$b:x:y\nc@d.co:$1$a$b:\n",
      rows: ["email=a@b.co password=$1$a$b dropped: comment", "email=c@d.co password=$1$a$b"]),
    ReadCase(
      "locks", "a@b.co:!\nc@d.co:*$1$a$b\ne@f.co:!!$1$a$b\ng@h.co:!!!!!\n",
      rows: [
        "email=a@b.co password=!", "email=c@d.co password=*$1$a$b",
        "email=e@f.co password=!!$1$a$b", "email=g@h.co password=!!!!!",
      ]),
    ReadCase(
      "text behind a lock is no lock", "a@b.co:*x\nc@d.co:!Welcome1\n",
      rows: ["email=a@b.co", "email=c@d.co"], faults: ["1:8 bareHash", "2:8 bareHash"]),
    ReadCase(
      "a hash as Compose files escape it", "a@b.co:$$2a$$10$$a\nc@d.co:!$$1$$a$$b\ne@f.co:$$x\n",
      rows: ["email=a@b.co", "email=c@d.co", "email=e@f.co"],
      faults: ["1:8 doubledDollars", "2:8 doubledDollars", "3:8 bareHash"]),
    ReadCase(
      "a name without an @ is a user name", "admin:$1$a$b\nMüller:!\n",
      rows: ["username=admin password=$1$a$b", "username=Müller password=!"]),
    ReadCase("no hash is nothing", "a@b.co:\n", rows: ["email=a@b.co"]),
    ReadCase("no colon", "a@b.co\n", faults: ["1:1 syntax"]),
    ReadCase(
      "several users on one line", "ada:$1$a$b,bob:$1$c$d\n",
      rows: ["username=ada password=$1$a$b,bob dropped: comment"], faults: ["1:16 syntax"]),
    ReadCase(
      "a line of Dovecot's for whom nothing lets in, or anything",
      "ada:$1$a$b::::::nologin=y\neve:$1$a$b::::::x=y nopassword\n",
      rows: [
        "username=ada password=$1$a$b dropped: comment",
        "username=eve password=$1$a$b dropped: comment",
      ],
      faults: ["1:12 required", "2:12 required"]),
    ReadCase(
      "old hashes, plain text and kinds that nothing checks",
      "a@b.co:rqXexS6ZhobKA\nc@d.co:{SHA}x\ne@f.co:secret\ng@h.co:$x\ni@j.co:{CRYPT}$1$a$b",
      rows: [
        "email=a@b.co password=$des$rqXexS6ZhobKA", "email=c@d.co", "email=e@f.co", "email=g@h.co",
        "email=i@j.co",
      ],
      faults: ["2:8 foreignHash", "3:8 bareHash", "4:8 bareHash", "5:8 bareHash"]),
  ]

  @Test("htpasswd is read", arguments: htpasswd)
  func readsHtpasswd(row: ReadCase) {
    let reading = Htpasswd.read(ExchangeText(row.text))
    #expect(reading.rows == row.rows)
    #expect(reading.placed(in: row.text) == row.faults)
  }

  static let shadow: [ReadCase] = [
    ReadCase(
      "the eighth field",
      "ada:$6$a$b:19000:0:99999:7::18000:\nbob:$6$a$b:19000:0:99999:7:::\neve:$6$a$b:::::::\n",
      rows: [
        "username=ada password=$6$a$b validUntil=2019-04-13 dropped: password ages",
        "username=bob password=$6$a$b dropped: password ages", "username=eve password=$6$a$b",
      ]),
    ReadCase(
      "the third field",
      "ada:$6$a$b:0:0:99999:7:::\nbob:$6$a$b:0::::::\neve:!:0:::::18000:\n",
      rows: [
        "username=ada password=$6$a$b mustChange=true dropped: password ages",
        "username=bob password=$6$a$b mustChange=true dropped: password ages",
        "username=eve password=! validUntil=2019-04-13 mustChange=true dropped: password ages",
      ]),
    ReadCase(
      "locks of any length",
      "ada:!!:19000::::::\nbob:!*:::::::\neve:!$6$a$b:19000::::::\nroot:*:::::::\n",
      rows: [
        "username=ada password=!! dropped: password ages", "username=bob password=!*",
        "username=eve password=!$6$a$b dropped: password ages", "username=root password=*",
      ]),
    ReadCase(
      "an eighth field of each kind",
      ["1", "11017", "20514", "2932897", "2932898", "9223372036854775807", "0", "-2", "-1"]
        .map { "a:!::::::\($0):\n" }.joined(),
      rows: [
        "1970-01-01", "2000-02-29", "2026-03-01", "9999-12-31", "9999-12-31", "9999-12-31",
        "1969-12-31", "1969-12-29",
      ].map { "username=a password=! validUntil=\($0)" } + ["username=a password=!"]),
    ReadCase(
      "an eighth field that is no number, which shuts out",
      "ada:!::::::soon:\nbob:!::::::99999999999999999999:\neve:!::::::2030-01-01:\n",
      rows: ["ada", "bob", "eve"].map { "username=\($0) password=! disabled=shadowExpire" }),
    ReadCase(
      "comments, which can be no such line", "ada:$6$a$b:x:y\nbob:$6$a$b:Bob\neve:$6$a$b:0\n",
      rows: ["ada", "bob", "eve"].map { "username=\($0) password=$6$a$b dropped: comment" }),
  ]

  @Test("lines of shadow say who may not log in", arguments: shadow)
  func readsShadow(row: ReadCase) {
    let reading = Htpasswd.read(ExchangeText(row.text))
    #expect(reading.rows == row.rows)
    #expect(reading.placed(in: row.text) == row.faults)
  }

  @Test(
    "a line of shadow that is cut or misspelt is no comment: its eighth field may shut somebody out",
    arguments: [
      "19000:0:99999:7::1", "19000:0:99999:7:", "19000:0:99999", "19000:0", ":",
      "19000:0:99999:7::1:::", "1:2:3:4:5:6:7:8", "19000:0:O:7::1:", "19000:0:99999:7x::1:",
      "19000: 0:99999:7::1:", "19000:0:99999:7: :1:", "a::::::", "-:0:99999:7::1:",
    ])
  func cutShadow(rest: String) {
    for password in ["$6$a$b", "!!", ""] {
      let text = "ada:\(password):\(rest)\n"
      let reading = Htpasswd.read(ExchangeText(text))
      #expect(reading.placed(in: text) == ["1:\(6 + password.count) syntax"], "\(text)")
      #expect(reading.records.first?.isBroken == true)
    }
  }

  @Test(
    "fields of shadow are left out as of any list, but nobody gets in by an eighth that is none")
  func shadowWithout() {
    var options = ReadingOptions()
    options.without = [.disabled, .validUntil, .mustChange]
    let text = "ada:!:0:::::18000:\nbob:!::::::soon:\n"
    let reading = Htpasswd.read(ExchangeText(text), options)
    #expect(reading.rows.first == "username=ada password=! dropped: password ages")
    #expect(reading.placed(in: text) == ["2:12 keptOut"] && reading.isRefused)
  }

  @Test("there is no column to leave out")
  func noColumns() {
    let text = "ada:$1$a$b\n"
    let reading = Htpasswd.read(ExchangeText(text), .leavingOut(["status"]))
    #expect(reading.placed(in: text) == ["1:1 present"] && reading.isRefused)
  }

  private static func record(_ email: String, _ hash: String) -> ExchangeRecord {
    var values = FieldValues()
    values.email = email
    values.password = hash
    return ExchangeRecord(values)
  }

  @Test("lines are written")
  func lines() throws {
    #expect(try Htpasswd.line(Self.record("Ada@b.co", "$1$a$b")) == "Ada@b.co:$1$a$b\n")
    #expect(try Dovecot.line(Self.record("Ada@b.co", "$1$a$b")) == "ada@b.co:{CRYPT}$1$a$b::::::\n")
    #expect(
      try Dovecot.line(Self.record("a@b.co", "$argon2id$x"))
        == "a@b.co:{ARGON2ID}$argon2id$x::::::\n")
    let sha1 = "{SHA}AMr9EmGC6KnnwBuy8N/QBJa+ck8="
    #expect(try Htpasswd.line(Self.record("a@b.co", sha1)) == "a@b.co:\(sha1)\n")
    #expect(try Dovecot.line(Self.record("a@b.co", sha1)) == "a@b.co:\(sha1)::::::\n")
  }

  @Test("Dovecot's other fields go out as they are, on their own line")
  func otherFields() throws {
    var record = Self.record("ada@b.co", "$y$x")
    let fields = "5000:5000::/home/ada::allow_nets=10.0.0.0/8 x=y:z"
    record.ownKeys = [.init("x-dovecot", .string(fields))]
    #expect(try Dovecot.line(record) == "ada@b.co:{CRYPT}$y$x:\(fields)\n")
    record.ownKeys = [.init("x-dovecot", .string(":::::\neve@b.co:{PLAIN}x"))]
    #expect(throws: ExportObstacle.ownKey("x-dovecot")) { try Dovecot.line(record) }
  }

  @Test("a user is named by the user name, and who may not log in has no password in Dovecot")
  func names() throws {
    var record = Self.record("Ada@b.co", "$1$a$b")
    record.values.username = "Ada"
    #expect(try Htpasswd.line(record) == "Ada:$1$a$b\n")
    record.canLogIn = false
    #expect(try Dovecot.line(record) == "ada:{CRYPT}*::::::nologin=y\n")
    for (fields, written) in [
      ("1:2::/home", "1:2::/home::nologin=y"), (":::::x=y", ":::::x=y nologin=y"),
    ] {
      record.ownKeys = [.init("x-dovecot", .string(fields))]
      #expect(try Dovecot.line(record) == "ada:{CRYPT}*:\(written)\n")
    }
  }

  @Test("a group has a line, or several where Apache would not read so long a one")
  func htgroup() throws {
    var writer = ExchangeWriter(.htgroup)
    for number in 0..<1_000 {
      var record = Self.record("person\(number)@b.co", "$1$a$b")
      record.values.groups = number == 0 ? ["ops", "my dev"] : number == 2 ? ["my dev"] : ["all"]
      #expect(try writer.text(of: record) == "")
    }
    let lines = writer.end.split(separator: "\n")
    #expect(lines.prefix(2) == ["ops: person0@b.co", "my dev: person0@b.co person2@b.co"])
    #expect(lines.count == 4 && lines.allSatisfy { $0.utf8.count < 8_192 }, "\(lines.count)")
    let all = lines.dropFirst(2).flatMap { $0.split(separator: " ").dropFirst() }
    #expect(all.count == 998 && all.last == "person999@b.co")
  }

  @Test("accounts that a line cannot hold are reported")
  func obstacles() {
    #expect(throws: ExportObstacle.colon) { try Htpasswd.line(Self.record("a:b@c.co", "$1$a$b")) }
    #expect(throws: ExportObstacle.commentSign) {
      try Htpasswd.line(Self.record("#a@b.co", "$1$a$b"))
    }
    #expect(throws: ExportObstacle.commentSign) {
      try Dovecot.line(Self.record("#a@b.co", "$1$a$b"))
    }
    #expect(throws: ExportObstacle.scheme("apr1")) {
      try Dovecot.line(Self.record("a@b.co", "$apr1$a$b"))
    }
    let hash = "$1$" + String(repeating: "x", count: 245)
    #expect(throws: Never.self) { try Htpasswd.line(Self.record("a@b.co", hash)) }
    #expect(throws: ExportObstacle.recordTooLong(256, maximum: 255)) {
      try Htpasswd.line(Self.record("aa@b.co", hash))
    }
  }
}
