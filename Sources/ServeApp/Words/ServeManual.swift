import CommandKit
import HTTP
import Product

extension ManualText {
  /// The additions of `regapp-serve` to its manual page.
  static let serve = ManualText(
    page: "regapp-serve",
    summary: Phrase(
      "log people in at a page, and tell web servers who they are; a separate program"),
    description: [Serving.details],
    files: [Entry("accounts.json", "the accounts; see regapp(1)")],
    environment: [
      Entry("REGAPP_DOCUMENTS", "where the accounts are, if --documents is not given"),
      Entry("REGAPP_SERVE_URL", "the address of the page, if --url is not given"),
      Entry(TrustedProxies.variable, "the trusted proxies, if --trusted-proxies is not given"),
      Entry("LISTEN_PID, LISTEN_FDS", "set by systemd, if it passes a socket"),
      Entry("LC_ALL, LC_MESSAGES, LANG", "the language of messages"),
    ],
    seeAlso: ["regapp(1)", "systemd.socket(5)"],
    explanation: { $0.explanation })
}
