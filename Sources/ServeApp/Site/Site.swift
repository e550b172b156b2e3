import Accounts
import CommandKit
import HTTP
import Synchronization

/// Every path that is served, and who answers there.
struct Site: Sendable {
  let finder: PageFinder
  let realm: String
  let door: Door
  let log: ServeLog
  /// Whether a proxy is to name each client.
  let expectsClient: Bool

  func answer(_ request: Request) async -> Answer {
    if expectsClient, request.client == nil { log.noteNoClient() }
    let language = Language(acceptLanguage: request.values(of: "accept-language"))
    let page: PasswordPage?
    do throws(AccountsError) { page = try await finder.page() } catch {
      log.note(error)
      return DoorAnswer(realm: realm, page: nil, language: language).answer(
        .unreadable(error), groups: [])
    }
    guard request.path == Self.door(of: page) else {
      return await elsewhere(request, page, language)
    }
    guard request.method == .get || request.method == .head else {
      return Self.methods("GET, HEAD")
    }
    let words = DoorAnswer(realm: realm, page: page?.address.text, language: language)
    do throws(DoorQuestion.Fault) {
      let question = try DoorQuestion(request)
      let verdict = await door.verdict(question, from: request.client)
      log.note(verdict)
      return words.answer(verdict, groups: question.groups)
    } catch .noCredentials {
      return words.login
    } catch {
      return Answer(.badRequest)
    }
  }

  /// The path of the door, beside the page.
  static func door(of page: PasswordPage?) -> String { (page?.address.path ?? "/") + "verify" }

  private func elsewhere(
    _ request: Request, _ page: PasswordPage?, _ language: Language
  ) async -> Answer {
    // A door line that points at the page must let nobody in.
    guard !request.looksLikeAuthRequest, let page else { return Answer(.notFound) }
    let base = page.address.path
    let isHere = request.path + "/" == base
    let isWellKnown = request.path == "/.well-known/change-password"
    let path = PagePath(request.path, under: base)
    let isForm =
      switch path {
      case .form, .link: true
      case .done, nil: isHere
      }
    guard isHere || isWellKnown || path != nil else {
      return SmallPage.notFound.answer(.notFound, language)
    }
    guard request.method == .get || request.method == .head || isForm && request.method == .post
    else { return Self.methods(isForm ? "GET, HEAD, POST" : "GET, HEAD") }
    if let path { return await page.answer(request, at: path, language) }
    var answer = Answer(isHere ? .permanentRedirect : .found)
    answer.set("Location", page.address.text)
    return answer
  }

  private static func methods(_ allowed: String) -> Answer {
    var answer = Answer(.methodNotAllowed)
    answer.set("Allow", allowed)
    return answer
  }
}

extension Request {
  /// Whether a proxy asks for somebody else's request: without `Accept`, which every browser sends, or
  /// with the path of another one.
  var looksLikeAuthRequest: Bool {
    guard !values(of: "accept").isEmpty else { return true }
    return values(of: "x-forwarded-uri").contains { uri in
      !uri.prefix { $0 != UInt8(ascii: "?") }.elementsEqual(path.utf8)
    }
  }
}
