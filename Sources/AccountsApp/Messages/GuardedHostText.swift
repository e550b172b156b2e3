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
    case .ofPage(let name):
      about(subject, "must not have the host of the page: \(visible(name)) needs a name of its own")
    case .pageHasPath:
      about(subject, "needs a page with a host of its own: its address may have no path")
    }
  }
}
