package import AccountsFile
package import CommandKit

extension GuardedHostFault {
  /// A fault of a list of guarded hosts.
  package func message(of subject: Phrase) -> Phrase {
    switch self {
    case .notHost(let text):
      about(
        subject,
        "must be hosts such as wiki.example.com or lab.example.com:8443, each written out, not "
          + "\(Field.quoted(text))")
    case .beyondASCII(let text):
      about(
        subject,
        "must be in ASCII, as \(ServeAddress.inASCII(text[...]).map(String.init) ?? "xn--…"), not "
          + "\(Field.quoted(text))")
    case .repeated(let name):
      about(subject, "may have a host only once, with one port: \(visible(name)) is there twice")
    case .tooMany(let most): about(subject, "may be at most \(most, "host")")
    case .missing: about(subject, "has an entry without host: write \"host\": \"wiki.example.com\"")
    case .group(let rule): rule.message(of: subject)
    case .notOrigin(let text):
      about(
        subject,
        "must be origins as browsers write them, such as https://office.example.com or "
          + "capacitor://localhost, without a usual port and with nothing behind, not "
          + "\(Field.quoted(text))")
    case .listedTwice(let text):
      about(subject, "may name each item only once: \(visible(text)) is there twice")
    case .tooLong(let most): about(subject, "may have no more than \(most)")
    case .ofPage(let name):
      about(subject, "must not have the host of the page: \(visible(name)) needs a name of its own")
    case .pageHasPath:
      about(subject, "needs a page with a host of its own: its address may have no path")
    }
  }
}
