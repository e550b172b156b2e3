import Accounts
import CommandKit
import HTTP

/// The door's verdicts as answers of HTTP.
struct DoorAnswer {
  let realm: String
  /// Where a new password is set; nil if there is no such page.
  let passwords: String?
  let language: Language

  /// The most bytes of what a 200 says of an account. A proxy would cut off more, or drop the
  /// answer. What the client sent itself does not count: it came through the proxy already.
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
    case .granted(let account):
      var answer = granted(account, question.groups)
      guard answer.status == .ok else { return answer }
      answer.set("Cookie", bytes: cookies)
      answer.set("Authorization", bytes: question.authorization)
      return answer
    case .mustChange:
      return small(.forbidden, .mustChange(passwords).inSession(of: name), "must-change")
    case .invited: return small(.forbidden, .invited(passwords), "invited")
    case .group: return small(.forbidden, .group.inSession(of: name), "group")
    case .denied, .wait, .busy, .unreadable: return login
    }
  }

  var login: Answer {
    var answer = SmallPage.login.answer(.unauthorized, language)
    answer.set("WWW-Authenticate", "Basic realm=\"\(realm)\", charset=\"UTF-8\"")
    return answer
  }

  /// The answer 200, which names the account. Each field is always there: a proxy that copies it
  /// overwrites what a client has sent.
  private func granted(_ account: Account, _ groups: [String]) -> Answer {
    let name = account.username?.text ?? account.email?.text ?? account.name.text
    let person = [account.firstName?.text, account.lastName?.text].compactMap(\.self)
    let shown =
      groups.isEmpty
      ? account.groups
      : account.groups.filter { group in
        groups.contains { sameText($0, group) }
      }
    var answer = Answer(.ok, body: [])
    answer.set("Remote-User", name)
    answer.set("Remote-Email", account.email?.text ?? "")
    answer.set("Remote-Name", person.joined(separator: " "))
    answer.set("Remote-Groups", shown.joined(separator: ","))
    answer.set("Cache-Control", "no-store")
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
