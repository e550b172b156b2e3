import Accounts
import CommandKit
import HTTP
import Synchronization

/// Every path that is served, and who answers there.
struct Site: Sendable {
  /// Where the page is, with a slash at its end; nil where the door is served alone.
  let address: ServeAddress?
  let realm: String
  let door: Door
  let log: ServeLog
  /// Whether a proxy is to name each client.
  let expectsClient: Bool

  /// The path of the page, with a slash at both ends.
  private var base: String { address?.path ?? "/" }

  func answer(_ request: Request) async -> Answer {
    if expectsClient, request.client == nil { log.noteNoClient() }
    guard request.path == base + "verify" else { return elsewhere(request) }
    guard request.method == .get || request.method == .head else {
      var answer = Answer(.methodNotAllowed)
      answer.set("Allow", "GET, HEAD")
      return answer
    }
    let words = DoorAnswer(
      realm: realm, page: address?.text,
      language: Language(acceptLanguage: request.text(of: "accept-language")))
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

  private func elsewhere(_ request: Request) -> Answer {
    // A door line that points at the page must let nobody in.
    guard !request.looksLikeQuestion, let address else { return Answer(.notFound) }
    if request.path + "/" == address.path {
      guard [.get, .head, .post].contains(request.method) else {
        var answer = Answer(.methodNotAllowed)
        answer.set("Allow", "GET, HEAD, POST")
        return answer
      }
      var answer = Answer(.permanentRedirect)
      answer.set("Location", address.text)
      return answer
    }
    // The page answers here: the address itself, `i/NAME/CODE`, `done`, and the well-known address of
    // the host.
    return Answer(.notFound)
  }
}

extension Request {
  /// Whether a proxy asks for somebody else's request: without `Accept`, which every browser sends, or
  /// with the path of another one.
  var looksLikeQuestion: Bool {
    guard !values(of: "accept").isEmpty else { return true }
    return values(of: "x-forwarded-uri").contains { uri in
      !uri.prefix { $0 != UInt8(ascii: "?") }.elementsEqual(path.utf8)
    }
  }
}
