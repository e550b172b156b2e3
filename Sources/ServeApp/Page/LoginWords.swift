import Accounts
import AccountsApp
import CommandKit
import HTTP
import WebPages

/// The login in words: its form, what follows it, and who is logged in.
struct LoginWords {
  let visit: PageVisit

  private var language: Language { visit.language }
  private var host: String { visit.owner.host }

  private func say(_ phrase: Phrase) -> String { phrase[language] }

  func login(_ status: Answer.Status, _ form: LoginForm) -> Answer {
    let parts = FormParts(language: language, problems: form.problems)
    let heading = Phrase("Log in for \(visit.way?.host.text ?? host)")
    let from: HTML =
      visit.way.map {
        "<p>\(say(Phrase("You came from \($0.host.text). This page is \(host).")))</p>\n"
      } ?? ""
    let unsaved: HTML =
      visit.way?.hasUnsaved == true
      ? "<p>\(say(Phrase("What you sent was not saved. Log in, and send it again.")))</p>\n" : ""
    let keeps: HTML =
      form.rulebook.sessions.areKept
      ? """
      <div class="row check">
      <input id="\(LoginForm.keepField)" name="\(LoginForm.keepField)" type="checkbox" value="yes"\
      \(form.keeps ? " checked" : "")>
      <label for="\(LoginForm.keepField)">\(say(Phrase("Keep me logged in")))</label>
      </div>

      """ : ""
    let name = parts.row(
      LoginForm.nameField, form.rulebook.loginNames, value: form.name, kind: "text",
      fills: "username", more: " required autocapitalize=\"none\" spellcheck=\"false\"")
    let password = parts.password(
      LoginForm.passwordField, Field.password.name, fills: "current-password")
    let body: HTML = """
      \(parts.summary(Phrase("You are not logged in"), form.message))<h1>\(say(heading))</h1>
      \(from)\(unsaved)<form method="post" action="\(visit.path("/in"))" novalidate>
      \(name)\(password)\(keeps)<button>\(say(Phrase("Log in")))</button>
      </form>
      <p><a href="\(visit.path("/password"))">\(say(Phrase("Set a new password")))</a></p>
      <p>\(say(Phrase("Forgotten? Ask your administrator for a link.")))</p>

      """
    return visit.page(heading, body, isWrong: status != .ok).answer(status, language, .form)
  }

  /// The page for somebody who has just logged in, until the browser has gone on.
  ///
  /// - Parameter sentence: something to read first: then nothing leads on but a link.
  func goOn(to address: String, saying sentence: Phrase? = nil) -> Answer {
    let heading = Phrase("You are logged in")
    let words: HTML = sentence.map { "<p>\(say($0))</p>\n" } ?? ""
    let body: HTML = """
      <h1>\(say(heading))</h1>
      \(words)<p><a href="\(address)">\(say(Phrase("Go on")))</a></p>

      """
    return visit.page(heading, body, goesOnTo: sentence == nil ? address : nil)
      .answer(.ok, language)
  }

  /// The login in a page of somebody else: no form, since nobody sees whose it is.
  func framed(_ way: WayIn?) -> Answer {
    let heading = Phrase("You are not logged in here")
    let address = way.map { "\($0.host.origin)\($0.path.text)" } ?? "/"
    let words = Phrase("Go on in a window of its own")
    let body: HTML = """
      <h1>\(say(heading))</h1>
      <p><a href="\(address)" target="_blank" rel="noopener">\(say(words))</a></p>

      """
    return WebPage(title: say(heading), body: body, language: language)
      .answer(.ok, language, .framed)
  }

  /// The page that shows somebody's logins, with the buttons that end them.
  ///
  /// - Parameters:
  ///   - own: the page's own login.
  ///   - other: the login of the host from which somebody came, if it is another one.
  ///   - others: all others of the account, each with a button of its own.
  ///   - ending: what became of one of them that was to end.
  func logout(
    own: BrowserLogin?, other: BrowserLogin?, _ others: [BrowserLogin], hasIdle: Bool,
    _ ending: LoginEnding?, action: String
  ) -> Answer {
    let heading = Phrase("Log out of \(host)")
    var here: HTML = ""
    for login in [own, other].compactMap(\.self) {
      let words = say(Phrase("You are logged in as \(login.account)."))
      here = "\(here)<p>\(words)</p>\n<ul>\n\(facts(login))</ul>\n"
    }
    if own == nil, other == nil, hasIdle {
      here =
        "<p>\(say(Phrase("A login here was not used for too long. Log out to end it.")))</p>\n"
    }
    var elsewhere: HTML = ""
    for login in others {
      let words = say(Phrase("End \(login.shortName)\(as: "a login")"))
      let button: HTML = """

        <button class="other" name="\(LogoutPage.endField)" value="\(login.shortName)">\
        \(words)</button>
        """
      elsewhere = "\(elsewhere)\(facts(login, button))"
    }
    if !others.isEmpty {
      let words = say(Phrase("You are logged in elsewhere, too:"))
      elsewhere = "<p>\(words)</p>\n<ul>\n\(elsewhere)</ul>\n"
    }
    let everywhere: HTML =
      own == nil
      ? ""
      : "<button name=\"where\" value=\"everywhere\">\(say(Phrase("Log out everywhere")))</button>\n"
    // The way back for somebody who did not mean to log out, and the way there from applications.
    let profile: HTML =
      own == nil
      ? "" : "<p><a href=\"\(visit.path("/"))\">\(say(Phrase("Your profile")))</a></p>\n"
    // It has the focus, so that a screen reader reads it.
    let news: HTML =
      ending.map { ending in
        let role: HTML = ending == .ended ? "class=\"saved\" role=\"status\"" : "role=\"alert\""
        return "<p \(role) tabindex=\"-1\" autofocus>\(say(ending.words))</p>\n"
      } ?? ""
    // The first button is that of this browser.
    let body: HTML = """
      <h1>\(say(heading))</h1>
      \(news)\(here)<form method="post" action="\(action)">
      <button name="where" value="here">\(say(Phrase("Log out here")))</button>
      \(elsewhere)\(everywhere)</form>
      \(profile)
      """
    return visit.page(heading, body, isWrong: ending.map { $0 != .ended } ?? false)
      .answer(ending?.status ?? .ok, language, .form)
  }

  /// A login in a list: its short name, its browser, since when it is, and where.
  private func facts(_ login: BrowserLogin, _ button: HTML = "") -> HTML {
    let time = LocalTime.utc(login.begun).map { text in
      "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC"
    }
    let parts = [
      login.shortName, login.browser, time.map { say(Phrase("since \($0)")) },
      login.hosts.joined(separator: ", "),
    ].compactMap(\.self).filter { !$0.isEmpty }
    return "<li>\(parts.joined(separator: "; "))\(button)</li>\n"
  }
}

/// The outcome for a login that somebody ended by its button.
enum LoginEnding {
  case ended, unknown, ambiguous
  /// It is refused, but that is not on the disk.
  case notWritten

  init(_ end: EndOfLogin) {
    switch end {
    case .ended: self = .ended
    case .unknown: self = .unknown
    case .ambiguous: self = .ambiguous
    }
  }

  var status: Answer.Status {
    switch self {
    case .ended: .ok
    case .unknown, .ambiguous: .unprocessable
    case .notWritten: .unavailable
    }
  }

  var words: Phrase {
    switch self {
    case .ended: Phrase("That login has ended.")
    case .unknown: Phrase("Nothing was ended: that login is not there any more.")
    case .ambiguous: Phrase("Nothing was ended: two logins have that name. Log out everywhere.")
    case .notWritten: SmallPage.endNotWritten
    }
  }
}

extension SmallPage {
  static let notInWindow = SmallPage(
    title: Phrase("Not here"),
    sentences: [Phrase("The login is shown in a window of a browser alone.")])

  static func loggedOut(_ visit: PageVisit) -> SmallPage {
    SmallPage(
      title: Phrase("You are logged out"),
      sentences: [
        Phrase("Pages that are open may still show what they have, until they are loaded again."),
        PageWords.sharedComputer,
      ], links: [(visit.path("/"), Phrase("Log in"))])
  }

  static func notLoggedIn(_ visit: PageVisit) -> SmallPage {
    SmallPage(
      title: Phrase("You are not logged in here"), links: [(visit.path("/"), Phrase("Log in"))])
  }

  /// The answer to a form for logging out, if nobody knows any more at which login of a host it
  /// aimed.
  static func waitedTooLong(_ visit: PageVisit) -> SmallPage {
    SmallPage(
      title: Phrase("This page waited too long"), sentences: [maybeInAtHost],
      links: [(visit.path("/"), Phrase("Log in"))])
  }

  static let outHere = Phrase("You are logged out here.")
  static let maybeInAtHost = Phrase(
    "Where you came from you may still be logged in. Log out there once more.")
  static let maybeInElsewhere = Phrase(
    "You may still be logged in elsewhere. To end that, log in here, and log out everywhere.")
  static let endNotWritten = Phrase(
    "That could not be written down, and may not survive a restart. Tell your administrator.")
}
