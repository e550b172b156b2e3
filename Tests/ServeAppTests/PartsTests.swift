import Accounts
import AccountsFile
import Foundation
import Synchronization
import TestSupport
import Testing
import TextTools
import WebPages

@testable import CommandKit
@testable import HTTP
@testable import ServeApp

@Suite("Parts of the server") struct ServePartsTests {
  @Test("the manual page of a program with one command names it") func synopsis() {
    let roff = ManualPage(ServeProgram.spec, .english).roff
    let line = "regapp serve [OPTION ...]"
    #expect(roff.contains(".SH \"SYNOPSIS\"\n\(Roff.escaped(line))\n"))
  }

  @Test("one turn an address, and nobody waits for one who floods") func queue() async throws {
    let queue = AddressQueue(turns: 2) { try await Task.sleep(for: .seconds(100_000)) }
    let (gate, last) = (Gate(), Gate())
    let order = Order()
    // One turn goes round, so that there is an order.
    async let first: Void? = queue.turn(of: "a") { await gate.pass() }
    async let second: Void? = queue.turn(of: "b") { await last.pass() }
    defer { last.open() }
    #expect(try await comesTrue { queue.running == 2 })
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { gate.open() }
      for (number, address) in ["a", "a", "a", "c"].enumerated() {
        group.addTask { await queue.turn(of: address) { await order.note(address) } }
        try await waits(for: "\(number + 1) in the line") { queue.waiting == number + 1 }
      }
      gate.open()
    }
    last.open()
    _ = await (first, second)
    #expect(await order.texts == ["a", "c", "a", "a"])
  }

  @Test("64 wait for an address, and the next one does not") func full() async throws {
    let queue = AddressQueue(turns: 2) { try await Task.sleep(for: .seconds(100_000)) }
    let gate = Gate()
    try await withThrowingTaskGroup(of: Void?.self) { group in
      defer { gate.open() }
      group.addTask { await queue.turn(of: "a") { await gate.pass() } }
      try await waits(for: "a turn") { queue.running == 1 }
      for _ in 0..<64 { group.addTask { await queue.turn(of: "a") {} } }
      try await waits(for: "a full line") { queue.waiting == 64 }
      let next: Void? = await queue.turn(of: "a") {}
      #expect(next == nil)
      let other: Void? = await queue.turn(of: "b") {}
      #expect(other != nil)
      gate.open()
    }
    #expect(queue.running == 0)
  }

  @Test("whoever waits for too long gives up") func late() async throws {
    let limit = Gate()
    let queue = AddressQueue(turns: 1) { await limit.pass() }
    let gate = Gate()
    async let first: Void? = queue.turn(of: "a") { await gate.pass() }
    #expect(try await comesTrue { queue.running == 1 })
    async let second: Void? = queue.turn(of: "b") {}
    #expect(try await comesTrue { queue.waiting == 1 })
    limit.open()
    #expect(await second == nil)
    gate.open()
    #expect(await first != nil)
  }

  @Test("without an address as many hashes as there are turns") func noAddress() async throws {
    let queue = AddressQueue(turns: 2) { try await Task.sleep(for: .seconds(100_000)) }
    let gate = Gate()
    async let first: Void? = queue.turn(of: nil) { await gate.pass() }
    async let second: Void? = queue.turn(of: nil) { await gate.pass() }
    async let third: Void? = queue.turn(of: nil) {}
    #expect(try await comesTrue { queue.running == 2 && queue.waiting == 1 })
    gate.open()
    let answers = await [first, second, third]
    #expect(answers.allSatisfy { $0 != nil })
  }

  @Test("256 wait in all, whatever their addresses; the next one is refused at once")
  func fullInAll() async throws {
    let turns = hashTurns(2)
    let (gate, work) = (Gate(), SharedAnswer<Int, Void?>())
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<258 {
        group.addTask {
          await turns.turn(of: "\(number / 16)", sharing: work, number) { await gate.pass() }
            != nil
        }
      }
      try await waits(for: "258 that ask") { work.asking == 258 }
      #expect(await turns.turn(of: "other", sharing: work, -1) {} == nil)
      gate.open()
      let areAllIn = try await group.allSatisfy(\.self)
      #expect(areAllIn)
    }
    #expect(await turns.turn(of: "other", sharing: work, -1) {} != nil)
  }

  @Test("a cancelled task leaves the queue, and its work is not begun") func cancelled()
    async throws
  {
    let turns = hashTurns(1)
    let (gate, work) = (Gate(), SharedAnswer<Int, Int?>())
    async let first = turns.turn(of: "a", sharing: work, 1) {
      await gate.pass()
      return 1
    }
    try await waits(for: "a turn") { turns.queue.running == 1 }
    let gone = Task { await turns.turn(of: "b", sharing: work, 2) { 2 } == nil }
    try await waits(for: "one in the line") { turns.queue.waiting == 1 }
    gone.cancel()
    #expect(await gone.value)
    try await waits(for: "an empty line") { turns.queue.waiting == 0 }
    gate.open()
    #expect(await first?.value == 1)
    #expect(turns.queue.running == 0)
  }

  @Test("who asked first may go: the others get what they wait for") func firstGoes() async throws {
    let turns = hashTurns(1)
    let (gate, work) = (Gate(), SharedAnswer<Int, Int?>())
    let first = Task {
      await turns.turn(of: "a", sharing: work, 1) {
        await gate.pass()
        return Task.isCancelled ? 0 : 1
      } == nil
    }
    try await waits(for: "a turn") { turns.queue.running == 1 }
    async let second = turns.turn(of: "a", sharing: work, 1) { 2 }
    try await waits(for: "one that joins") { work.joined == 1 }
    first.cancel()
    #expect(await first.value)
    gate.open()
    let found = await second
    #expect(found?.value == 1)
    #expect(found?.isOwn == false)
  }

  private func hashTurns(_ count: Int) -> HashTurns {
    let queue = AddressQueue(turns: count) { try await Task.sleep(for: .seconds(100_000)) }
    return HashTurns(queue: queue) { 0 }
  }

  @Test("10,000 passwords are remembered; the least used one goes") func bounds() {
    let time = Mutex(0)
    let memory = ProofMemory { time.withLock { $0 } }
    let digester = Digester()
    let id = NameKey(.email, AccountName("a@b.co"))
    let texts = digester.digest(["hash"])
    let passwords = (0..<10_050).map { GivenPassword("\($0)", [], from: nil, digester) }
    for (number, password) in passwords.enumerated() {
      if number == 50 { time.withLock { $0 = 1 } }
      memory.remember(password, proves: [id], texts: texts, counted: [])
    }
    #expect(!passwords[..<50].contains { memory.remembers($0) })
    #expect(passwords[50...].allSatisfy { memory.remembers($0) })
    #expect(digester.digest(["a", "bc"]) != digester.digest(["ab", "c"]))
    #expect(digester.digest(["a"]) != Digester().digest(["a"]))
  }

  @Test("a fault of the counts is one line in five minutes, and none of the accounts")
  func faultsOfCounts() {
    let time = Mutex(0)
    let lines = Mutex<[String]>([])
    let now: @Sendable () -> Int = { time.withLock { $0 } }
    let log = ServeLog(now: now) { line in lines.withLock { $0.append(line[.english]) } }
    for _ in 0..<9 {
      log.note(.unreadable(.uncounted(.outOfMemory)))
      log.note(.denied)
    }
    #expect(lines.withLock { $0.count } == 1)
    time.withLock { $0 = ServeLog.quiet }
    log.note(.unreadable(.uncounted(.outOfMemory)))
    #expect(lines.withLock { $0.count } == 2)
  }

  @Test("what did not work out beside an attempt or a session is one line a minute")
  func notices() {
    let time = Mutex(0)
    let lines = Mutex<[String]>([])
    let now: @Sendable () -> Int = { time.withLock { $0 } }
    let log = ServeLog(now: now) { line in lines.withLock { $0.append(line[.english]) } }
    let notices: [Notice] = [
      .sessionsUnreadable(2, subject: "sessions.jsonl"), .cutShort(.outOfMemory),
      .notSealed(.outOfMemory), .loginNotRecorded(.outOfMemory),
    ]
    for _ in 0..<9 { for notice in notices { log.note(notice) } }
    #expect(lines.withLock { $0.count } == notices.count)
    #expect(
      lines.withLock { $0.first } == "2 sessions in sessions.jsonl could not be read, and ended")
    time.withLock { $0 = 60 }
    log.note(notices[0])
    #expect(lines.withLock { $0.count } == notices.count + 1)
  }

  @Test("each reason to refuse a request is one line a minute") func refusals() {
    let time = Mutex(0)
    let lines = Mutex<[String]>([])
    let now: @Sendable () -> Int = { time.withLock { $0 } }
    let log = ServeLog(now: now) { line in lines.withLock { $0.append(line[.english]) } }
    let refusals: [RequestRefusal] = [
      .malformed(.noHost), .malformed(.nameCharacter), .headTooLarge,
    ]
    for _ in 0..<9 {
      for refusal in refusals { log.note(sign: .refused(line: refusal.line)) }
    }
    #expect(
      lines.withLock { $0 } == [
        "a request was refused: 400 Bad Request: the head has no Host",
        "a request was refused: 400 Bad Request: a header's name holds a character that it cannot",
        "a request was refused: 431 Request Header Fields Too Large",
      ])
    time.withLock { $0 = 60 }
    log.note(sign: .refused(line: refusals[0].line))
    #expect(lines.withLock { $0.count } == refusals.count + 1)
  }

  static let languages: [(String?, Language)] = [
    (nil, .english), ("ru", .russian), ("ru-RU,ru;q=0.9,en;q=0.8", .russian),
    ("de,ru;q=0.5", .russian),
    ("en,ru;q=0.9", .english), ("ru;q=0.1, en-GB;q=0.2", .english), ("ru;q=0", .english),
    ("*", .english), ("RU", .russian), ("ru;q=x", .english), ("rue", .english),
  ]

  @Test("a page is in the language that the browser asks for", arguments: languages)
  func language(_ header: String?, _ language: Language) {
    #expect(Language(acceptLanguage: header.map { [Array($0.utf8)] } ?? []) == language)
  }

  @Test("HTML escapes what is put into it") func html() {
    let name = "<b>&\"'"
    let html: HTML = "<a href=\"\(name)\">\(name)</a>"
    let escaped = "&lt;b&gt;&amp;&quot;&#39;"
    #expect(html.text == "<a href=\"\(escaped)\">\(escaped)</a>")
    let outer: HTML = "<p>\(html)</p>"
    #expect(outer.text == "<p>\(html.text)</p>")
  }

  @Test("small pages are small, and in both languages") func pages() async throws {
    let site = TestSite()
    try await site.register("ada")
    let english = await site.send("GET /verify HTTP/1.1\r\nHost: a\r\n\r\n")
    let russian = await site.send("GET /verify HTTP/1.1\r\nHost: a\r\nAccept-Language: ru\r\n\r\n")
    #expect(english.body.count < 4_000)
    #expect(String(decoding: english.body, as: UTF8.self).contains("Please log in"))
    #expect(String(decoding: russian.body, as: UTF8.self).contains("lang=\"ru\""))
    #expect(!String(decoding: russian.body, as: UTF8.self).contains("Please log in"))
    #expect(english["Content-Security-Policy"]?.hasPrefix("default-src 'none'") == true)
  }
}

private actor Order {
  private(set) var texts: [String] = []

  func note(_ text: String) { texts.append(text) }
}
