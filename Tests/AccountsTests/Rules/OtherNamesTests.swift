import LosslessJSON
import Testing

@testable import Accounts

@Suite("Columns and keys that no field is") struct OtherNamesTests {
  /// What is wrong with a column that has these values, first at place 7.
  private static func rules(
    _ name: String, _ values: [JSONLiteral], leavingOut meant: [String]?? = .none,
    in source: OtherNames.Source = .table
  ) -> [Rule] {
    var names = OtherNames()
    if let meant { names.leaveOut(name, meaning: meant) }
    names.note(name, at: 7)
    for (place, value) in values.enumerated() { names.note(value, of: name, at: place + 8) }
    return names.problems(in: source, from: 0).map(\.rule)
  }

  private static func values(_ rule: Rule?) -> ListedValues? {
    guard case .column(.meantValues(let values, instead: _, inTable: _))? = rule else { return nil }
    return values
  }

  @Test("have their values counted, the most frequent first, and at most five")
  func counts() throws {
    let texts = ["b", "c", "b", "a", "d", "e", "f", "c", "b", ""]
    let found = Self.values(Self.rules("status", texts.map { .string($0) }).first)
    let values = try #require(found)
    #expect(values.first.map(\.text) == ["b", "c", "", "a", "d"])
    #expect(values.first.map(\.count) == [3, 2, 1, 1, 1] && values.more == 2)
  }

  @Test("have no value told that may be a secret")
  func secrets() throws {
    let hash = "$2b$05$abcdefghijklmnopqrstuu7xBdc3mx5nNlgVHYL28yCH.qGrgk0.q"
    let hidden = JSONLiteral.masked
    for (name, value) in [
      ("loginPassword", "hunter2"), ("login_secret", "7"), ("login", hash), ("login pin", "4711"),
      ("accessKey", "geheim1"), ("Contraseña", "geheim1"), ("口令", "geheim1"),
      ("login", "5f4dcc3b5aa765d61d8327deb882cf99"), ("login", " {SSHA512}aGFzaGhhc2g "),
    ] {
      let found = Self.values(Self.rules(name, [.string(value), .string(value)]).first)
      let values = try #require(found)
      #expect(values.first.map { JSONLiteral.string($0.text) } == [hidden], "\(name)")
      #expect(values.first.map(\.count) == [2])
      #expect(
        Self.rules(name, [.string(value)], leavingOut: ["x"])
          == [.column(.meantValue("********"))])
    }
  }

  @Test("have true and false told whatever the letters of their name")
  func flagsOfOthers() {
    let found = Self.values(Self.rules("Заморожен", [.string("x"), .string(" TRUE")]).first)
    #expect(found?.first.map(\.text) == [" TRUE", "********"])
  }

  @Test(
    "are told with the field to write in their place",
    arguments: [
      ("status", Field.disabled), ("locked", .disabled), ("valid-untill", .validUntil),
      ("Valid From", .validFrom), ("Disabled", .disabled), ("mustchange", .mustChange),
    ])
  func fields(name: String, field: Field) {
    guard
      case .column(.meantValues(_, instead: let found, inTable: true))? =
        Self.rules(name, [.string("x")]).first
    else {
      Issue.record("\(name)")
      return
    }
    #expect(found == field)
  }

  @Test(
    "are told with the key that was most likely meant",
    arguments: [
      ("emial", "email"), ("First Nme", "firstName"), ("X-note", "x-note"), ("x_note", "x-note"),
      ("dept", nil), ("", nil),
    ] as [(String, String?)])
  func near(name: String, key: String?) {
    #expect(Self.rules(name, [.string("x")]) == [.column(.knownKey(near: key))])
  }

  @Test("of accounts in JSON have the words of a file, and values only where they are left out")
  func json() {
    #expect(
      Self.rules("status", [.string("active")], in: .json) == [.field(.knownKey(.lock))])
    #expect(Self.rules("id", [.integer(17)], in: .json) == [.field(.knownKey(.own("x-id")))])
    let left = Self.rules("status", [.string("active")], leavingOut: .some(nil), in: .json)
    #expect(Self.values(left.first)?.first.map(\.text) == ["active"])
  }

  @Test("are told as one of all parts of a list, in the order of the parts")
  func parts() {
    var whole = OtherNames()
    whole.leaveOut("status", meaning: ["active"])
    var parts = [whole, whole, whole]
    for (index, text) in ["active", "left", "active"].enumerated() {
      parts[index].note("status", at: 10 * index)
      parts[index].note(.string(text), of: "status", at: 10 * index + 1)
      parts[index].note("club", at: 10 * index + 2)
      parts[index].note(.null, of: "club", at: 10 * index + 3)
    }
    for part in parts { whole.add(part) }
    let problems = whole.problems(in: .json, from: 0)
    #expect(problems.map(\.offset) == [11, 2] && problems.map(\.more) == [0, 2])
    #expect(whole.dropped == ["status": 3])
  }
}
