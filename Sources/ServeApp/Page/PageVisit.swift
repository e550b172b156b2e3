import Accounts
import CommandKit
import HTTP
import WebPages

/// A request for the page: whose page it is, in which language it is answered, and where it leads
/// on to.
struct PageVisit: Sendable {
  let request: Request
  let language: Language
  let query: PageQuery
  let owner: PageOwner
  /// The way on after a login; nil for the page itself.
  private(set) var way: WayIn?
  /// Whether a login without a way leads on to the form of the profile, and not to the profile.
  private(set) var leadsToEdit = false

  init(_ request: Request, _ language: Language, _ query: PageQuery, of owner: PageOwner) {
    (self.request, self.language, self.query, self.owner) = (request, language, query, owner)
  }

  /// A path of the page that goes on with this.
  func path(_ path: String) -> String { path + query.suffix(way, leadsToEdit: leadsToEdit) }

  /// The path of the page to which a login without a way leads.
  var start: String { (leadsToEdit ? "/edit" : "/") + query.suffix(nil) }

  /// Leads on to where the query says, if that is a host of the list or the form of the profile.
  mutating func lead(to hosts: GuardedHosts) {
    way = query.way(among: hosts)
    leadsToEdit = query.leadsToEdit
  }

  /// The same visit, for a login that comes back to the form of the profile.
  var backToEdit: PageVisit {
    var visit = self
    visit.leadsToEdit = true
    return visit
  }

  /// A page of this visit: it says whose it is, and can be had in each language.
  ///
  /// - Parameters:
  ///   - isWrong: whether something has to be mended, which the title says first.
  ///   - next: an address to which a browser goes on at once.
  func page(
    _ heading: Phrase, _ body: HTML, isWrong: Bool = false, goesOnTo next: String? = nil
  ) -> WebPage {
    let title = isWrong ? Phrase("Error: \(heading)") : heading
    return WebPage(
      title: owner.title(of: title[language]), body: body, under: owner.header,
      over: "<footer>\n\(owner.note)\(languages)</footer>\n", language: language, goesOnTo: next)
  }

  /// Links to this address in each language. They are relative: the address of a link holds a code.
  private var languages: HTML {
    var links: HTML = ""
    for language in Language.allCases {
      let address = query.suffix(way, leadsToEdit: leadsToEdit, in: language)
      let current: HTML = language == self.language ? " aria-current=\"true\"" : ""
      links = """
        \(links)<a href="\(address)" lang="\(language.rawValue)" hreflang="\(language.rawValue)"\(current)>\
        \(language.ownName)</a>

        """
    }
    return "<p>\(links)</p>\n"
  }
}

/// The owner of the page: the host of its address, and what the rulebook that was read last says of
/// it.
struct PageOwner: Sendable {
  let host: String
  private let rulebook: LastRulebook

  init(_ host: String, _ rulebook: LastRulebook) { (self.host, self.rulebook) = (host, rulebook) }

  private var serve: Rulebook.Serve { rulebook.last.serve }

  /// The address that the page names first, once somebody is logged in.
  var home: String? { serve.home }

  /// The place to which people are invited: the host of `home`, or else the page's own.
  var invitesTo: String { home.map(Self.host) ?? host }

  /// The host of a whole address, with its port.
  static func host(of address: String) -> String {
    String(address.drop { $0 != "/" }.dropFirst(2).prefix { !"/?#".contains($0) })
  }

  /// The title of a page with this heading. The host stays in it: nobody else can choose that.
  func title(of heading: String) -> String {
    guard let title = serve.title else { return heading }
    return "\(heading) – \(title)" + (heading.contains(host) ? "" : ", \(host)")
  }

  var header: HTML { serve.title.map { "<header>\n<p dir=\"auto\">\($0)</p>\n</header>\n" } ?? "" }

  var note: HTML { serve.note.map { "<p dir=\"auto\">\($0)</p>\n" } ?? "" }
}

extension SmallPage {
  /// The answer on the page's own host, which says whose page it is.
  func answer(_ status: Answer.Status, to visit: PageVisit, retryAfter: Int? = nil) -> Answer {
    var answer = visit.page(title, body(visit.language)).answer(status, visit.language)
    if let retryAfter { answer.set("Retry-After", "\(retryAfter)") }
    return answer
  }
}

extension Answer {
  /// A redirect of the page.
  static func leading(to address: String) -> Answer {
    var answer = Answer(.seeOther)
    answer.set("Location", address)
    answer.setPageFields()
    return answer
  }
}

extension Language {
  /// The name of the language in itself.
  fileprivate var ownName: String {
    switch self {
    case .english: "English"
    case .russian: "Русский"
    }
  }
}
