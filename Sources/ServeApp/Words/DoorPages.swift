import Accounts
import CommandKit
import HTTP

/// The door's verdicts in words.
extension SmallPage {
  static let login = SmallPage(
    title: Phrase("Please log in"),
    sentences: [
      Phrase("The name or the password is wrong, or the account cannot be logged in to now.")
    ])

  /// - Parameter address: where a new password is set; nil if there is no such page.
  static func mustChange(_ address: String?) -> SmallPage {
    SmallPage(
      title: Phrase("Set a new password"),
      sentences: [Phrase("Your password is right, but it must be changed first.")],
      links: address.map { [($0, Phrase("Set a new password"))] } ?? [])
  }

  /// - Parameter address: where a password is set; nil if there is no such page.
  static func invited(_ address: String?) -> SmallPage {
    SmallPage(
      title: Phrase("Choose a password"),
      sentences: [
        Phrase("This is the code of your invitation. It sets a password, and opens nothing else.")
      ],
      links: address.map { [($0, Phrase("Choose a password"))] } ?? [])
  }

  /// - Parameters:
  ///   - name: the account's.
  ///   - host: as the web server says it; empty if it says none.
  static func group(_ name: String, at host: String, isInSession: Bool) -> SmallPage {
    let page = SmallPage(
      title: Phrase("Not for your account"),
      sentences: [
        host.isEmpty
          ? Phrase("\(name) is in none of the groups that may enter.")
          : Phrase("\(name) is in none of the groups that may enter \(ServeLog.shown(host)).")
      ])
    return isInSession ? page.withLogout : page
  }

  /// - Parameters:
  ///   - name: the account's.
  ///   - host: as the web server says it.
  static func subject(_ name: String, at host: String, isInSession: Bool) -> SmallPage {
    let page = SmallPage(
      title: Phrase("Not for your account"),
      sentences: [
        Phrase(
          "Tell your administrator: \(ServeLog.shown(host)) asks for an id, and \(name) has none that counts."
        )
      ])
    return isInSession ? page.withLogout : page
  }

  /// - Parameter host: as the web server says it; empty if it says none.
  static func host(_ host: String) -> SmallPage {
    SmallPage(
      title: Phrase("Nobody enters here"),
      sentences: [
        host.isEmpty
          ? Phrase(
            "Tell your administrator: the web server says no host, or several, in X-Forwarded-Host."
          )
          : Phrase(
            "Tell your administrator: \(ServeLog.shown(host)) is not in the list of hosts. It is added to serve.hosts of the rules."
          )
      ])
  }

  static func origin(_ host: String) -> SmallPage {
    SmallPage(
      title: Phrase("Nothing was done"),
      sentences: [
        Phrase("This came from another page, or the server's line says no method."),
        Phrase("If you did it yourself, open \(ServeLog.shown(host)), and try it there."),
      ])
  }

  static func wait(_ seconds: Int) -> SmallPage {
    SmallPage(
      title: Phrase("Please wait"),
      sentences: [Phrase("Too many logins have failed."), again(in: seconds)])
  }

  private static func again(in seconds: Int) -> Phrase {
    let minutes = (seconds + 59) / 60
    return seconds > 90
      ? Phrase("Try again in \(minutes, "minute").")
      : Phrase("Try again in \(seconds, "second").")
  }

  /// - Parameter out: where one logs out.
  static func manySessions(_ seconds: Int, out: String) -> SmallPage {
    SmallPage(
      title: Phrase("Please wait"),
      sentences: [
        Phrase(
          "This login has come in at hosts 64 times within an hour: perhaps this browser keeps no cookies there."
        ),
        again(in: seconds), Phrase("To go on at once, log out, and log in again."),
      ], links: [(out, Phrase("Log out"))])
  }

  static let busy = SmallPage(
    title: Phrase("Please wait"),
    sentences: [Phrase("Many people are logging in. Try again in a few seconds.")])

  static let unreadable = SmallPage(
    title: Phrase("Not available"),
    sentences: [Phrase("The accounts cannot be read now. Tell your administrator.")])

  static let uncounted = SmallPage(
    title: Phrase("Not available"),
    sentences: [Phrase("Failed logins cannot be counted now. Tell your administrator.")])

  static let unwritable = SmallPage(
    title: Phrase("Not available"),
    sentences: [Phrase("Passwords cannot be set now. Tell your administrator.")])

  static let malformed = SmallPage(
    title: Phrase("Not understood"),
    sentences: [Phrase("The page did not understand what was sent. Open it again.")])

  static let malformedAtLink = SmallPage(
    title: Phrase("Not understood"),
    sentences: [Phrase("The page did not understand what was sent. Open the link again.")])

  static let notFound = SmallPage(
    title: Phrase("There is no such page"),
    sentences: [Phrase("If you were given a link, copy all of it, up to its last letter.")])

  static let noLineForWayIn = SmallPage(
    title: Phrase("There is no such page"),
    sentences: [
      Phrase("Tell your administrator: the web server has no line for \(GuardedHost.openPath).")
    ])

  static let foreignForm = SmallPage(
    title: Phrase("Nothing was done"),
    sentences: [
      Phrase(
        "This form was sent by another site. If you did that yourself, open the page, and try again."
      )
    ])

  static let noLogin = SmallPage(
    title: Phrase("Not available"),
    sentences: [Phrase("Nobody can be logged in now. Tell your administrator.")])

  static let tooLong = SmallPage(
    title: Phrase("Not available"),
    sentences: [
      Phrase("Your account has more groups than can be passed on. Tell your administrator.")
    ])
}

extension DoorVerdict {
  /// The answer to somebody who must come again, with the seconds to wait; nil for others.
  var later: (status: Answer.Status, page: SmallPage, seconds: Int)? {
    switch self {
    case .wait(let seconds): (.tooManyRequests, .wait(seconds), max(1, seconds))
    case .busy: (.unavailable, .busy, 2)
    case .unreadable(.uncounted): (.unavailable, .uncounted, 10)
    case .unreadable(.store(let fault)) where [.write, .durability].contains(fault.kind):
      (.unavailable, .notSaved, 10)
    case .unreadable: (.unavailable, .unreadable, 10)
    case .granted, .denied, .mustChange, .invited, .group, .subject, .host,
      .origin:
      nil
    }
  }
}
