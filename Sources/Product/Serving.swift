package import CommandKit

/// The options that both `regapp` and `regapp-serve` list for `regapp serve`.
extension OptionSpec {
  package static let serving = [
    OptionSpec("--door", help: "serve the door alone, at /verify"),
    OptionSpec(
      "--socket", "PATH", candidates: .files, excludes: ["--listen"],
      help: "listen at a Unix socket, which its group may use"),
    OptionSpec("--group", "GROUP", help: "the group of that socket, such as www-data"),
    OptionSpec(
      "--listen", "[ADDRESS:]PORT", help: "listen at 127.0.0.1 or [::1] (default: 127.0.0.1:8466)"),
    OptionSpec("--trust-forwarded", help: "a proxy says whose each request is, on a port too"),
    OptionSpec(
      "--trusted-proxies", "ADDRESSES",
      help: "whom to believe of those before that proxy: 10.0.0.7,2001:db8::/64"),
    OptionSpec(
      "--url", "URL", help: "the address of the page (else $REGAPP_SERVE_URL, else the rulebook's)"),
  ]
}

package enum Serving {
  package static let details = Phrase(
    "Runs until it is stopped. At verify it answers the questions of nginx (auth_request), Caddy "
      + "(forward_auth) and Traefik (ForwardAuth): 200 if name and password are right and the account "
      + "is open, else 401, 403, 429 or 503. With verify?login it leads people to its page, where they "
      + "log in once for all hosts of the rules. At its address it has that page, on which people change "
      + "their profiles, and set their passwords with the old one or with the link of an invitation. The "
      + "accounts are looked up at each request, so a change holds at the next one; a password that was right is remembered for "
      + "its address, so that only the first request costs a hash. It listens at a Unix socket, at a "
      + "port of this machine, or where systemd says.")
}
