import Accounts
import Foundation
import LosslessJSON
import Testing

@testable import Exchange

@Suite("What says who may not log in") struct LoginMarkTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let value: String
    let finding: LoginMark.Finding
    let isClear: Bool
    var testDescription: String { "\(name): \(value)" }

    init(_ name: String, _ value: String, _ finding: LoginMark.Finding, isClear: Bool = true) {
      (self.name, self.value, self.finding, self.isClear) = (name, value, finding, isClear)
    }

    init(_ name: String, _ value: String, until day: String, isClear: Bool = true) {
      self.init(
        name, value, CalendarDay(day).map { .until($0) } ?? .mayLogIn, isClear: isClear)
    }
  }

  static let rows: [Row] = [
    Row("nsAccountLock", "true", .mayNotLogIn), Row("nsAccountLock", "TRUE", .mayNotLogIn),
    Row("nsAccountLock", "false", .mayLogIn), Row("nsAccountLock", " False ", .mayLogIn),
    Row("nsAccountLock", "", .mayNotLogIn, isClear: false),
    Row("nsAccountLock", "maybe", .mayNotLogIn, isClear: false),
    Row("loginDisabled", "TRUE", .mayNotLogIn),
    Row("ds-pwp-account-disabled", "true", .mayNotLogIn),
    Row("msDS-UserAccountDisabled", "FALSE", .mayLogIn),
    Row("pwdAccountLockedTime", "000001010000Z", .mayNotLogIn),
    Row("pwdAccountLockedTime", "20250101000000Z", .mayNotLogIn),
    Row("pwdAccountLockedTime", "", .mayNotLogIn),
    Row("userAccountControl", "512", .mayLogIn), Row("userAccountControl", "514", .mayNotLogIn),
    Row("userAccountControl", "66050", .mayNotLogIn), Row("userAccountControl", "0", .mayLogIn),
    Row("userAccountControl", "-2147483646", .mayNotLogIn),
    Row("userAccountControl", "0x202", .mayNotLogIn, isClear: false),
    Row("userAccountControl", "", .mayNotLogIn, isClear: false),
    Row("sambaAcctFlags", "[U          ]", .mayLogIn),
    Row("sambaAcctFlags", "[DU         ]", .mayNotLogIn),
    Row("sambaAcctFlags", "U", .mayNotLogIn, isClear: false),
    Row("shadowExpire", "-1", .mayLogIn),
    Row("shadowExpire", "1", until: "1970-01-01"),
    Row("shadowExpire", "18000", until: "2019-04-13"),
    Row("shadowExpire", "20514", until: "2026-03-01"),
    Row("shadowExpire", "11017", until: "2000-02-29"),
    Row("shadowExpire", "2932897", until: "9999-12-31"),
    Row("shadowExpire", "2932898", until: "9999-12-31", isClear: false),
    Row("shadowExpire", "9223372036854775807", until: "9999-12-31", isClear: false),
    Row("shadowExpire", "0", until: "1969-12-31", isClear: false),
    Row("shadowExpire", "-2", until: "1969-12-29", isClear: false),
    Row("shadowExpire", "-9223372036854775808", until: "0001-01-01", isClear: false),
    Row("shadowExpire", "99999999999999999999", .mayNotLogIn, isClear: false),
    Row("shadowExpire", "", .mayNotLogIn, isClear: false),
    Row("shadowExpire", "2030-01-01", .mayNotLogIn, isClear: false),
    Row("accountExpires", "0", .mayLogIn), Row("accountExpires", "9223372036854775807", .mayLogIn),
    // Midnight at the beginning of 2026-01-01, and the instant before.
    Row("accountExpires", "134116992000000000", until: "2025-12-31"),
    Row("accountExpires", "134116991999999999", until: "2025-12-30"),
    Row("accountExpires", "1", until: "1600-12-31"),
    Row("accountExpires", "9223372036854775806", until: "9999-12-31", isClear: false),
    Row("accountExpires", "-1", until: "1600-12-30", isClear: false),
    Row("accountExpires", "9223372036854775808", .mayNotLogIn, isClear: false),
    Row("accountExpires", "9.22337E+18", .mayNotLogIn, isClear: false),
    Row("accountExpires", "", .mayNotLogIn, isClear: false),
    Row("krbPrincipalExpiration", "20251231235959Z", until: "2025-12-30"),
    Row("krbPrincipalExpiration", "20250101000000Z", until: "2024-12-31"),
    Row("krbPrincipalExpiration", "20251331235959Z", .mayNotLogIn, isClear: false),
    Row("krbPrincipalExpiration", "20251231", .mayNotLogIn, isClear: false),
    Row("enabled", "True", .mayLogIn), Row("enabled", "False", .mayNotLogIn),
    Row("accountEnabled", "false", .mayNotLogIn), Row("blocked", "true", .mayNotLogIn),
    Row("blocked", "no", .mayLogIn),
    Row("active", "Nein", .mayNotLogIn, isClear: false),
    Row("active", "2", .mayNotLogIn, isClear: false), Row("active", "1", .mayLogIn),
    Row("suspended", "never", .mayNotLogIn, isClear: false),
    Row("state", "Nein", .otherValue), Row("type", "locked", .mayNotLogIn),
    Row("pwdReset", "TRUE", .mustChange), Row("pwdReset", "false", .mayLogIn),
    Row("pwdReset", "", .mustChange, isClear: false),
    Row("pwdLastSet", "0", .mustChange), Row("pwdLastSet", "134116992000000000", .mayLogIn),
    Row("pwdLastSet", "-1", .mayLogIn), Row("pwdLastSet", "1.3E+17", .mustChange, isClear: false),
    Row("sambaPwdLastSet", "0", .mustChange), Row("sambaPwdLastSet", "1700000000", .mayLogIn),
    Row("shadowLastChange", "0", .mustChange), Row("shadowLastChange", "18000", .mayLogIn),
  ]

  @Test("is read from its value, strictly where that is not clear", arguments: rows)
  func finding(row: Row) throws {
    let mark = try #require(LoginMark(row.name))
    let found = mark.finding(in: row.value)
    #expect(found.finding == row.finding && found.isClear == row.isClear)
  }

  @Test("is known in any case, with options, and as a column in any spelling")
  func names() {
    for name in ["nsAccountLock", "NSACCOUNTLOCK", "nsaccountlock;binary", "nsAccountLock;x-a;y"] {
      #expect(LoginMark(name)?.name == "nsAccountLock")
    }
    #expect(LoginMark("User Account_Control")?.name == "userAccountControl")
    #expect(LoginMark("ds pwp account disabled") != nil)
    for name in ["", "nsAccountLocked", "disabled", ";nsAccountLock"] {
      #expect(LoginMark(name) == nil)
    }
  }

  @Test("may be in a key that no list knows, word by word")
  func likely() {
    for key in [
      "banned_until", "is_suspended", "suspended?", "suspended_till", "lockoutTime",
      "accountUnlockTime", "accountunlocktime", "accountNonLocked", "accountDisabled", "block",
      "account_expire", "notExpired", "revokedAt", "termination", "User Active",
      "isexpired", "HTTPBlocked", "deactivated_at", "ban",
    ] {
      #expect(LoginMark.isLikely(key), "\(key)")
    }
    for key in [
      "gender", "bank", "clock", "urban", "band", "banner", "interactive", "unit", "email", "",
      "team", "o'clock", "husband", "padlock", "active", "nsAccountLock",
    ] {
      #expect(!LoginMark.isLikely(key), "\(key)")
    }
  }

  static let tables: [ReadCase] = [
    ReadCase(
      "several marks, days of which the first counts, no end, and what is not clear",
      "email,pwdAccountLockedTime,userAccountControl,shadowExpire,accountExpires\n"
        + "a@b.co,000001010000Z,514,,\nc@d.co,,512,18000,134116992000000000\n"
        + "e@f.co,,512,-1,0\ng@h.co,,,never,\n",
      rows: [
        "email=a@b.co disabled=pwdAccountLockedTime, userAccountControl",
        "email=c@d.co validUntil=2019-04-13", "email=e@f.co",
        "email=g@h.co disabled=shadowExpire unclear: shadowExpire",
      ]),
    ReadCase(
      "a password that must be changed, of somebody who may not log in, too",
      "email,pwdReset,pwdLastSet,shadowLastChange,userAccountControl\n"
        + "a@b.co,TRUE,1,18000,\nc@d.co,,0,,514\ne@f.co,FALSE,1,,\n",
      rows: [
        "email=a@b.co mustChange=true", "email=c@d.co disabled=userAccountControl mustChange=true",
        "email=e@f.co",
      ]),
    ReadCase(
      "passwords that must be changed, unless the table says so itself",
      "email,mustChange,pwdReset\na@b.co,,TRUE\nc@d.co,FALSE,true\ne@f.co,True,false\ng@h.co,yes,\n",
      rows: [
        "email=a@b.co mustChange=true", "email=c@d.co mustChange=false",
        "email=e@f.co mustChange=true", "email=g@h.co mustChange=yes",
      ]),
    ReadCase(
      "columns, of which an empty one says nothing",
      "email,userAccountControl,Account Expires\na@b.co,514,0\nc@d.co,512,134116992000000000\ne@f.co,, \n",
      rows: [
        "email=a@b.co disabled=userAccountControl", "email=c@d.co validUntil=2025-12-31",
        "email=e@f.co",
      ]),
    ReadCase(
      "the stricter of it and of a day that the table says itself",
      "email,disabled,validUntil,nsAccountLock,shadowExpire\n"
        + "a@b.co,,2030-01-01,TRUE,18000\nc@d.co,on leave,2019-01-01,TRUE,18000\n"
        + "e@f.co,TRUE,,false,-1\ng@h.co,,2019-02-30,,18000\ni@j.co,,2019-01-01,,18000\n",
      rows: [
        "email=a@b.co disabled=nsAccountLock validUntil=2019-04-13",
        "email=c@d.co disabled=on leave validUntil=2019-01-01", "email=e@f.co disabled=true",
        "email=g@h.co validUntil=2019-02-30", "email=i@j.co validUntil=2019-01-01",
      ]),
    ReadCase(
      "not where a row says itself whether it is disabled, or whether the password must be changed",
      "email,disabled,mustChange,enabled,pwdReset\na@b.co,false,,false,true\nc@d.co,,false,false,true\n",
      rows: ["email=a@b.co disabled=false", "email=c@d.co mustChange=false"]),
    ReadCase(
      "as PowerShell writes it", "email,Enabled\na@b.co,False\nc@d.co,True\n",
      rows: ["email=a@b.co disabled=enabled: false", "email=c@d.co"]),
    ReadCase(
      "what is not clear", "email,accountExpires\na@b.co,9.22337E+18\n",
      rows: ["email=a@b.co disabled=accountExpires unclear: accountExpires"]),
  ]

  @Test("is taken from tables, whether or not other columns are ignored", arguments: tables)
  func readsTables(row: ReadCase) {
    for options in [ReadingOptions(), .ignoringUnknown] {
      let reading = CSVTable.read(ExchangeText(row.text), options)
      #expect(reading.rows == row.rows)
      #expect(reading.placed(in: row.text) == row.faults)
      #expect(reading.records.allSatisfy { $0.dropped.isEmpty })
    }
  }

  @Test("is in words that are not listed if another row has a listed one, and else named")
  func wordsInTables() {
    func rows(_ text: String) -> [String] {
      CSVTable.read(ExchangeText(text), .ignoringUnknown).rows
    }
    #expect(
      rows("email,status,type\na@b.co,Nein,staff\nc@d.co,active,guest\ne@f.co,,\n") == [
        "email=a@b.co disabled=status dropped: type unclear: status strange: type",
        "email=c@d.co dropped: status type strange: type", "email=e@f.co",
      ])
    #expect(
      rows("email,status\na@b.co,Nein\n") == ["email=a@b.co dropped: status strange: status"])
  }

  @Test("keeps its meaning where --columns names it")
  func mapped() {
    var options = ReadingOptions()
    options.columns[.disabled] = "userAccountControl"
    let reading = CSVTable.read(
      ExchangeText("email,useraccountcontrol\na@b.co,512\nc@d.co,514\n"), options)
    #expect(reading.rows == ["email=a@b.co", "email=c@d.co disabled=userAccountControl"])
    let other = CSVTable.read(ExchangeText("email\na@b.co\n"), options)
    #expect(other.faults.map(\.fault.name) == ["syntax"])
  }

  static let lists: [ReadCase] = [
    ReadCase(
      "Keycloak's and Auth0's",
      #"[{"email": "a@b.co", "enabled": false}, {"email": "c@d.co", "#
        + #""blocked": true}, {"email": "e@f.co", "enabled": true, "blocked": null}]"#,
      rows: [
        "email=a@b.co disabled=enabled: false", "email=c@d.co disabled=blocked",
        "email=e@f.co blocked=null",
      ]),
    ReadCase(
      "a directory's",
      #"[{"email": "a@b.co", "UserAccountControl": 514, "accountExpires": 9223372036854775807}, "#
        + #"{"email": "c@d.co", "nsAccountLock": ["TRUE"], "shadowExpire": {}}]"#,
      rows: [
        "email=a@b.co disabled=userAccountControl",
        "email=c@d.co disabled=nsAccountLock, shadowExpire shadowExpire={} unclear: shadowExpire",
      ]),
    ReadCase(
      "not where an account says itself whether it is disabled",
      #"[{"email": "a@b.co", "disabled": false, "enabled": false, "accountExpires": 1}]"#,
      rows: ["email=a@b.co disabled=false enabled=false accountExpires=1"]),
    ReadCase(
      "nor what else is said where an account says one of the two itself",
      #"[{"email": "a@b.co", "disabled": false, "pwdLastSet": 0}, "#
        + #"{"email": "c@d.co", "mustChange": false, "pwdReset": true}]"#,
      rows: [
        "email=a@b.co disabled=false pwdLastSet=0",
        "email=c@d.co mustChange=false pwdReset=true",
      ]),
    ReadCase(
      "nor in an accounts file of ours",
      #"{"rules": "standard", "accounts": [{"email": "a@b.co", "enabled": false}]}"#,
      rows: ["email=a@b.co enabled=false"]),
    ReadCase(
      "nor in one that says its version",
      #"{"regapp": 1, "accounts": [{"email": "a@b.co", "enabled": false}]}"#,
      rows: ["email=a@b.co enabled=false"]),
    ReadCase(
      "nor in what list prints",
      #"[{"email": "a@b.co", "state": "disabled", "hash": "yescrypt"}]"#,
      rows: [#"email=a@b.co state="disabled" hash="yescrypt""#]),
    ReadCase(
      "which has no other keys",
      #"[{"email": "a@b.co", "state": "open", "hash": "yescrypt", "blocked": true}]"#,
      rows: [#"email=a@b.co disabled=blocked state="open" hash="yescrypt""#]),
    ReadCase(
      "words of applications, of which others are own keys",
      #"[{"email": "a@b.co", "state": "blocked"}, {"email": "c@d.co", "state": "NY"}, "#
        + #"{"email": "e@f.co", "active": "no", "status": "suspended"}, {"email": "g@h.co", "suspended": true}]"#,
      rows: [
        "email=a@b.co disabled=state: blocked",
        #"email=c@d.co disabled=state state="NY" unclear: state"#,
        "email=e@f.co disabled=active: false, status: suspended",
        "email=g@h.co disabled=suspended",
      ]),
    ReadCase(
      "what is not clear, which stays an own key",
      #"[{"email": "a@b.co", "active": "since 2019"}, {"email": "c@d.co", "pwdReset": "perhaps"}, "#
        + #"{"email": "e@f.co", "locked": ["no", "maybe"], "accountExpires": -1}]"#,
      rows: [
        #"email=a@b.co disabled=active: false active="since 2019" unclear: active"#,
        #"email=c@d.co mustChange=true pwdReset="perhaps" unclear: pwdReset"#,
        #"email=e@f.co disabled=locked validUntil=1600-12-30 locked=["no","maybe"] accountExpires=-1 "#
          + "unclear: accountExpires locked",
      ]),
    ReadCase(
      "words that may mean something else",
      #"[{"email": "a@b.co", "state": "NY"}, {"email": "c@d.co", "type": 1}]"#,
      rows: [
        #"email=a@b.co state="NY" strange: state"#, "email=c@d.co type=1 strange: type",
      ]),
    ReadCase(
      "a last day beside null", #"[{"email": "a@b.co", "validUntil": null, "shadowExpire": 1}]"#,
      rows: ["email=a@b.co validUntil=1970-01-01"]),
  ]

  @Test("is taken from lists in JSON", arguments: lists)
  func readsJSON(row: ReadCase) {
    let reading = JSONAccounts.read(ExchangeText(row.text))
    #expect(reading.rows == row.rows)
    #expect(reading.placed(in: row.text) == row.faults)
  }

  @Test("is not said to be dropped where it was understood, and other keys are left out")
  func leftOut() {
    var options = ReadingOptions()
    options.ignoresUnknown = true
    let reading = JSONAccounts.read(
      ExchangeText(
        #"[{"email": "a@b.co", "enabled": false, "club": 1}, {"email": "c@d.co", "active": "Nein"}]"#
      ),
      options)
    #expect(
      reading.rows == [
        "email=a@b.co disabled=enabled: false dropped: club",
        "email=c@d.co disabled=active: false dropped: active unclear: active",
      ])
  }

  @Test("stays an own key in an account that goes out and comes back")
  func roundTrip() throws {
    for key in [JSONLiteral.Member("enabled", .bool(false)), .init("accountExpires", .integer(1))] {
      var values = FieldValues()
      values.email = "a@b.co"
      var writer = ExchangeWriter(.json)
      let text = try writer.text(of: ExchangeRecord(values, ownKeys: [key])) + writer.end
      let record = try #require(JSONAccounts.read(ExchangeText(text)).records.first)
      #expect(record.values[.disabled] == .flag(false) && record.values[.validUntil] == nil)
      #expect(record.ownKeys == [key])
      #expect(record.values[.mustChange] == nil)
    }
    let key = JSONLiteral.Member("pwdReset", .bool(true))
    var writer = ExchangeWriter(.json)
    let text =
      try writer.text(of: ExchangeRecord(FieldValues(email: "a@b.co"), ownKeys: [key])) + writer.end
    let record = try #require(JSONAccounts.read(ExchangeText(text)).records.first)
    #expect(record.values[.mustChange] == .flag(false) && record.values[.disabled] == nil)
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
      "an eighth field that is not clear",
      "ada:$6$a$b::::::0:\nbob:$6$a$b::::::soon:\neve:$6$a$b::::::-1:\n",
      rows: [
        "username=ada password=$6$a$b validUntil=1969-12-31 unclear: shadowExpire",
        "username=bob password=$6$a$b disabled=shadowExpire unclear: shadowExpire",
        "username=eve password=$6$a$b",
      ]),
    ReadCase(
      "other lines", "ada:$6$a$b:x:y\nbob:$6$a$b:1:2:3:4:5:6:7:8\neve:!!:a::::::\n",
      rows: [
        "username=ada password=$6$a$b dropped: comment",
        "username=bob password=$6$a$b dropped: comment", "username=eve dropped: comment",
      ], faults: ["3:5 bareHash"]),
  ]

  @Test("is taken from lines of shadow", arguments: shadow)
  func readsShadow(row: ReadCase) {
    let reading = Htpasswd.read(ExchangeText(row.text))
    #expect(reading.rows == row.rows)
    #expect(reading.placed(in: row.text) == row.faults)
  }

  @Test("is not in lines of shadow where it is said to mean something else")
  func notInShadow() {
    var options = ReadingOptions()
    options.notMarks = ["shadowExpire", "shadowLastChange"]
    let reading = Htpasswd.read(ExchangeText("ada:$6$a$b:0:0:99999:7::100:\n"), options)
    #expect(
      reading.rows == [
        "username=ada password=$6$a$b dropped: password ages shadowExpire shadowLastChange"
      ])
  }

  @Test("is not in Authelia's file where a user has `disabled` too")
  func authelia() {
    for (own, row) in [
      ("", "disabled=enabled: false"), ("    disabled: false\n", ""),
      ("    disabled: true\n", "disabled=true"),
    ] {
      let text = "users:\n  ada:\n    enabled: false\n\(own)"
      let reading = AutheliaReader.read(ExchangeText(text))
      #expect(reading.rows == ["username=ada" + (row.isEmpty ? "" : " \(row)")])
    }
  }

  @Test("is in the table of the page, with the words that count")
  func page() throws {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let text = try String(
      contentsOf: root.appendingPathComponent("docs/directory.md"), encoding: .utf8)
    func words(_ cell: Substring) -> [String] {
      cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
      .map { $0.split(separator: "|").map(words) }
    for (meaning, names) in LoginMark.table {
      let row = try #require(rows.first { $0.first == names }, "\(names)")
      guard case .words(let shut, _) = meaning else { continue }
      #expect(row[1] == shut)
    }
  }
}
