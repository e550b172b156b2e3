import Accounts
import CommandKit
import HTTP
import PostgresAccounts

/// Every path that is served, and who answers there.
struct Site: Sendable {
  let finder: PageFinder
  let door: Door
  let log: ServeLog
  /// Whether a proxy is to name each client.
  let expectsClient: Bool
  /// For how many seconds a request waits for a database, in all.
  var patience = Self.patience

  /// The lines of the web servers wait longer, 15 and 30 seconds: people read our words, and not a
  /// server's own.
  static let patience = (door: 11, page: 18)

  func answer(_ request: Request) async -> Answer {
    let seconds = request.isQuestion ? patience.door : patience.page
    return await TimeLimit.$limit.withValue(TimeLimit(seconds: seconds)) {
      await answerInTime(request)
    }
  }

  private func answerInTime(_ request: Request) async -> Answer {
    if expectsClient, request.client == nil { log.noteNoClient() }
    let language = Language(acceptLanguage: request.values(of: "accept-language"))
    // It needs no accounts, and is answered if they cannot be read.
    if DoorQuestion.isOpen(request), request.path.hasSuffix("/\(Self.doorName)"),
      !request.path.hasPrefix(GuardedHost.openPath)
    {
      return open(request)
    }
    let page: Page?
    do throws(AccountsError) { page = try await finder.page() } catch {
      log.note(error)
      let later = SmallPage.unreadable
      return later.answer(.unavailable, language, retryAfter: 10)
    }
    if request.path == Self.door(of: page) { return await door(request, page, language) }
    // A door line that points elsewhere must let nobody in.
    guard !request.isQuestion, let page else { return Answer(.notFound) }
    if let logins = page.logins, request.path.hasPrefix(GuardedHost.openPath) {
      return await GuardedPaths(logins: logins, language: language).answer(request)
    }
    guard !request.values(of: "accept").isEmpty, await mayBeAtPage(request, page) else {
      return Answer(.notFound)
    }
    return await page.answer(request, language)
  }

  /// Whether a request for the page may have come to the page's own host.
  ///
  /// At a guarded one an application's script is of the same origin; and with several hosts, or a
  /// text that is not a host, nobody knows where it came. Without a list no host is guarded.
  private func mayBeAtPage(_ request: Request, _ page: Page) async -> Bool {
    let given = request.values(of: "x-forwarded-host").filter { !$0.isEmpty }
    guard let logins = page.logins, let first = given.first else { return true }
    if let hosts = try? await logins.hosts(), hosts.isEmpty { return true }
    // Ports may be mapped on the way.
    guard given.count == 1, let host = try? GuardedHost(String(decoding: first, as: UTF8.self)),
      let own = try? GuardedHost(page.address.host)
    else { return false }
    return host.name == own.name
  }

  /// The path of the door, beside the page.
  static func door(of page: Page?) -> String { (page?.address.path ?? "/") + doorName }

  private static let doorName = "verify"

  /// Answers a request in a part that is open to all. The application hears no name, and of the
  /// client's cookies and `Authorization` only its own.
  private func open(_ request: Request) -> Answer {
    guard request.method == .get || request.method == .head else { return .methods("GET, HEAD") }
    do throws(DoorQuestion.Slip) {
      let question = try DoorQuestion(open: request)
      let gate = DoorGate(request, hasPassword: false, page: nil)
      return DoorAnswer.open(question, gate.cookiesForApplications)
    } catch { return refused(error) }
  }

  private func refused(_ slip: DoorQuestion.Slip) -> Answer {
    log.note(sign: .refused(line: Answer.Status.badRequest.line(slip.rawValue)))
    return Answer(.badRequest, slip.rawValue)
  }

  private func door(_ request: Request, _ page: Page?, _ language: Language) async -> Answer {
    guard request.method == .get || request.method == .head else { return .methods("GET, HEAD") }
    let question: DoorQuestion
    do throws(DoorQuestion.Slip) { question = try DoorQuestion(request) } catch {
      return refused(error)
    }
    let logins = question.login == nil ? nil : page?.logins
    if logins != nil, request.asksForWayIn {
      log.note(sign: .noLineForWayIn)
      return SmallPage.noLineForWayIn.answer(.notFound, language)
    }
    let gate = DoorGate(
      request, hasPassword: question.basic != nil, page: page?.logins?.address)
    let words = DoorAnswer(
      passwords: page?.passwordsAddress, language: language, host: gate.host)
    guard case .credentials(let name, let password)? = question.basic else {
      let sessions = SessionDoor(
        door: door, gate: gate, logins: question.basic == nil ? logins : nil, words: words)
      return await sessions.answer(request, question)
    }
    let verdict = await door.verdict(
      name, password, groups: question.groups, from: request.client, through: gate)
    log.note(verdict, at: gate.host)
    return words.answer(verdict, to: question, gate.cookiesForApplications)
  }
}

extension Request {
  /// Whether a proxy asks for somebody else's request. No proxy adds these fields to what it only
  /// passes on.
  var isQuestion: Bool {
    !values(of: "x-forwarded-uri").isEmpty || !values(of: "x-forwarded-method").isEmpty
  }

  /// Whether a proxy asks for a request that it should pass on to the way in.
  fileprivate var asksForWayIn: Bool {
    values(of: "x-forwarded-uri").contains {
      ReturnPath.isOfWayIn(String(decoding: $0, as: UTF8.self))
    }
  }
}
