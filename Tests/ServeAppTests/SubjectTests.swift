import Accounts
import AccountsFile
import AccountsSupport
import Foundation
import HTTP
import TestSupport
import Testing

@testable import ServeApp

@Suite("The id at the door") struct SubjectTests {
  private static let first = "10000000-0000-4000-8000-000000000001"
  private static let second = "10000000-0000-4000-8000-000000000002"
  private static let wiki = "wiki.example.com"
  private static let ada = "ada@example.com"

  /// A site with two accounts that a hand wrote, without ids.
  private func site() async throws -> TestSite {
    let site = TestSite(page: "https://accounts.example.com/", hosts: [Self.wiki])
    try await site.register("ada")
    try await site.register("bob")
    try site.takeIDs()
    return site
  }

  @Test("is the UUID if it counts, and empty if it does not, by Basic and by a session")
  func subject() async throws {
    let site = try await site()
    #expect(await site.ask(Self.ada)["Remote-Sub"] == "")
    try site.give(Self.first, to: Self.ada)
    #expect(await site.ask(Self.ada)["Remote-Sub"] == Self.first)
    #expect(await site.ask("bob@example.com")["Remote-Sub"] == "")
    var browser = Browser(site)
    _ = await browser.logIn(Self.ada, at: Self.wiki)
    #expect(await browser.ask(Self.wiki)["Remote-Sub"] == Self.first)
    // An id that was given to another name is nobody's here.
    try site.edit("\(Self.ada) \(Self.first)", "zoe@example.com \(Self.first)")
    let answer = await site.ask(Self.ada)
    #expect(answer.status == .ok && answer["Remote-Sub"] == "")
    #expect(await site.ask(Self.ada, "wrong")["Remote-Sub"] == nil)
    // A login in a browser gives one to an account that has none, and Basic does not.
    #expect(await site.ask("bob@example.com")["Remote-Sub"] == "")
    _ = await browser.logIn("bob@example.com", at: Self.wiki)
    let given = NumberedIDs.id(3).description
    #expect(await browser.ask(Self.wiki)["Remote-Sub"] == given)
    #expect(await site.ask("bob@example.com")["Remote-Sub"] == given)
  }

  @Test("a host that asks for one lets nobody in without, by Basic and by a session")
  func required() async throws {
    let site = try await site()
    site.guardHosts([#"{"host": "\#(Self.wiki)", "subject": true}"#])
    try site.give(Self.first, to: Self.ada)
    let bob = "bob@example.com"
    let refused = await site.ask(bob)
    #expect(refused.status == .forbidden && refused["Regapp-Answer"] == "subject")
    #expect(!refused.fields.contains { $0.name.hasPrefix("Remote-") })
    #expect(
      String(decoding: refused.body, as: UTF8.self).contains(
        "wiki.example.com asks for an id, and bob@example.com has none that counts"))
    // No guess, and recorded as what it is, each once.
    for _ in 0..<6 { #expect(await site.status(bob) == 403) }
    #expect(site.record.filter { $0 == "subject" }.count == 1)
    #expect(await site.status(bob, "wrong") == 401)
    let admitted = await site.ask(Self.ada)
    #expect(admitted.status == .ok && admitted["Remote-Sub"] == Self.first)
    // A login in a browser gives one, and leaves an id that does not count.
    try site.give(Self.second, to: bob, as: "zoe@example.com")
    #expect(await site.ask(bob)["Regapp-Answer"] == "subject")
    var browser = Browser(site)
    _ = await browser.logIn(bob, at: Self.wiki)
    let inSession = await browser.ask(Self.wiki)
    #expect(inSession.status == .forbidden && inSession["Regapp-Answer"] == "subject")
    #expect(String(decoding: inSession.body, as: UTF8.self).contains("/_regapp/out"))
    // The group is asked for before.
    let group = await browser.ask(Self.wiki, query: "?login&group=staff")
    #expect(group["Regapp-Answer"] == "group")
    try site.takeIDs()
    var other = Browser(site)
    _ = await other.logIn(bob, at: Self.wiki)
    #expect(await other.ask(Self.wiki)["Remote-Sub"] == NumberedIDs.id(3).description)
  }

  /// What a hand may do to the id of somebody who is logged in, and whether the login goes on.
  static let changes: [(String, String, String, Bool)] = [
    ("another", " \(first)", " \(second)", false),
    ("none", #", "id": "\#(ada) \#(first)""#, "", false),
    ("of another name", "\(ada) \(first)", "zoe@example.com \(first)", false),
    ("of the name in capitals", "\(ada) \(first)", "ADA@example.com \(first)", true),
  ]

  @Test("ends a login once it is another, and none else", arguments: changes)
  func ended(_ what: String, _ old: String, _ new: String, goesOn: Bool) async throws {
    let site = try await site()
    try site.give(Self.first, to: Self.ada)
    var browser = Browser(site)
    _ = await browser.logIn(Self.ada, at: Self.wiki)
    var other = Browser(site)
    _ = await other.logIn("bob@example.com", at: Self.wiki)
    #expect(await browser.ask(Self.wiki).status == .ok)
    try site.edit(old, new)
    #expect(await browser.ask(Self.wiki).status == (goesOn ? .ok : .found), "\(what)")
    #expect(await other.ask(Self.wiki).status == .ok)
    // Back again, what a request found wrong stays ended.
    try site.edit(new.isEmpty ? "nothing" : new, old)
    #expect(await browser.ask(Self.wiki).status == (goesOn ? .ok : .found), "\(what)")
  }

  @Test("ends a login that began while it did not count, once it counts")
  func counting() async throws {
    let site = try await site()
    try site.give(Self.first, to: Self.ada, as: "zoe@example.com")
    var browser = Browser(site)
    _ = await browser.logIn(Self.ada, at: Self.wiki)
    #expect(await browser.ask(Self.wiki)["Remote-Sub"] == "")
    try site.edit("zoe@example.com \(Self.first)", "\(Self.ada) \(Self.first)")
    #expect(await browser.ask(Self.wiki).status == .found)
    _ = await browser.logIn(Self.ada, at: Self.wiki)
    #expect(await browser.ask(Self.wiki)["Remote-Sub"] == Self.first)
  }

  @Test("a way in that began under another one leads nobody in")
  func wayIn() async throws {
    let site = try await site()
    try site.give(Self.first, to: Self.ada)
    var browser = Browser(site)
    let address = await browser.ask(Self.wiki)["Location"]
    let form = try #require(address.flatMap(Browser.path))
    let answer = await browser.post(form, ["name": Self.ada, "password": "secret1"])
    let end = try #require(Browser.wayOn(answer).flatMap(Browser.path))
    try site.edit(" \(Self.first)", " \(Self.second)")
    _ = await browser.open(at: Self.wiki, end)
    #expect(await browser.ask(Self.wiki).status == .found)
  }

  @Test("a remembered password is checked once more for another id, and is no guess")
  func remembered() async throws {
    let site = try await site()
    try site.give(Self.first, to: Self.ada)
    #expect(await site.status(Self.ada) == 200)
    let hashes = site.crypt.allHashes
    #expect(await site.status(Self.ada) == 200 && site.crypt.allHashes == hashes)
    try site.edit(" \(Self.first)", " \(Self.second)")
    #expect(await site.ask(Self.ada)["Remote-Sub"] == Self.second)
    #expect(site.crypt.allHashes == hashes + 1)
    #expect(site.record.filter { $0 != "yes" }.isEmpty)
  }
}

extension TestSite {
  /// Takes all ids out, as a program does that does not know them.
  func takeIDs() throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try Data(text.replacing(/,\s*"id": "[^"]*"/, with: "").utf8).write(
      to: URL(fileURLWithPath: path), options: .atomic)
  }

  /// Gives an id to an account, as a hand does.
  ///
  /// - Parameter name: the name in it; nil for the account's own.
  func give(_ id: String, to email: String, as name: String? = nil) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let account = try #require(text.firstRange(of: "\"email\": \"\(email)\""))
    let end = try #require(text[account.upperBound...].firstIndex(of: "}"))
    let rest = text[..<end]
    let last = try #require(rest.lastIndex { !$0.isWhitespace })
    let added = ", \"id\": \"\(name ?? email) \(id)\""
    try Data((text[...last] + added + text[text.index(after: last)...]).utf8).write(
      to: URL(fileURLWithPath: path), options: .atomic)
  }
}
