import Accounts
import CommandKit
import HTTP
import Product

/// The door's verdicts as answers of HTTP.
struct DoorAnswer {
  /// The address at which a new password is set; nil if there is no such page.
  let passwords: String?
  let language: Language
  /// The host as the web server says it.
  let host: String

  /// The most bytes of what a 200 says of an account. A proxy would cut off more, or drop the
  /// answer. Headers that the client sent itself do not count: it came through the proxy already.
  static let longest = 16 << 10

  /// - Parameters:
  ///   - cookies: those of the client that an application may hear.
  ///   - name: whose session it is; nil for an answer to a password.
  func answer(
    _ verdict: DoorVerdict, to question: DoorQuestion, _ cookies: [UInt8],
    inSession name: String? = nil
  ) -> Answer {
    if let later = verdict.later {
      let reason = later.status == .tooManyRequests ? "wait" : nil
      return small(later.status, later.page, reason, retryAfter: later.seconds)
    }
    switch verdict {
    case .granted(let account, let id):
      var answer = granted(account, id, question.groups)
      guard answer.status == .ok else { return answer }
      answer.hand(on: question, cookies)
      return answer
    case .mustChange:
      return small(.forbidden, .mustChange(passwords).inSession(of: name), "must-change")
    case .invited: return small(.forbidden, .invited(passwords), "invited")
    case .group(let account):
      let page = SmallPage.group(account, at: host, isInSession: name != nil)
      return small(.forbidden, page, "group")
    case .subject(let account):
      let page = SmallPage.subject(account, at: host, isInSession: name != nil)
      return small(.forbidden, page, "subject")
    case .host: return small(.forbidden, .host(host), "host")
    case .origin: return small(.forbidden, .origin(host), "origin")
    case .denied, .wait, .busy, .unreadable: return login
    }
  }

  /// The answer about a part that is open to all, where an application hears no name.
  static func open(_ question: DoorQuestion, _ cookies: [UInt8]) -> Answer {
    // Our fields are not in it: what a client said in them, the web server takes away.
    var answer = Answer(.ok, body: [])
    answer.set("Cache-Control", "no-store")
    answer.hand(on: question, cookies)
    return answer
  }

  /// A 200 with the five fields that say who it is. Each is always there: a proxy that copies it
  /// overwrites what a client has sent.
  private static func named(
    _ user: String, _ id: AccountID?, _ email: String, _ name: String, _ groups: String
  ) -> Answer {
    var answer = Answer(.ok, body: [])
    answer.set("Remote-User", user)
    answer.set("Remote-Sub", id?.description ?? "")
    answer.set("Remote-Email", email)
    answer.set("Remote-Name", name)
    answer.set("Remote-Groups", groups)
    answer.set("Cache-Control", "no-store")
    return answer
  }

  var login: Answer {
    var answer = SmallPage.login.answer(.unauthorized, language)
    answer.set("WWW-Authenticate", "Basic realm=\"\(Release.product)\", charset=\"UTF-8\"")
    return answer
  }

  /// The answer 200, which names the account.
  private func granted(_ account: Account, _ id: AccountID?, _ groups: [String]) -> Answer {
    let name = account.username?.text ?? account.email?.text ?? account.name.text
    let person = [account.firstName?.text, account.lastName?.text].compactMap(\.self)
    let shown =
      groups.isEmpty
      ? account.groups
      : account.groups.filter { group in
        groups.contains { sameText($0, group) }
      }
    let answer = Self.named(
      name, id, account.email?.text ?? "", person.joined(separator: " "),
      shown.joined(separator: ","))
    let count = answer.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.count + 4 }
    guard count <= Self.longest else {
      return small(.unavailable, .tooLong, "too-long", retryAfter: 10)
    }
    return answer
  }

  private func small(
    _ status: Answer.Status, _ page: SmallPage, _ reason: String? = nil, retryAfter: Int? = nil
  ) -> Answer {
    var answer = page.answer(status, language)
    if let reason { answer.set("Regapp-Answer", reason) }
    if let retryAfter { answer.set("Retry-After", "\(retryAfter)") }
    return answer
  }
}

extension Answer {
  /// Adds of the client's cookies and `Authorization` what an application may hear.
  fileprivate mutating func hand(on question: DoorQuestion, _ cookies: [UInt8]) {
    set("Cookie", bytes: cookies)
    set("Authorization", bytes: question.authorization)
  }
}
