import Accounts
import CommandKit
import Dispatch
import Glibc
import HTTP
import Product

enum ServeCommand {
  static let serve = Command(
    name: "serve",
    summary: "log people in at a page, and tell web servers who they are; a separate program",
    details: Serving.details,
    options: OptionSpec.serving,
    examples: [
      "regapp serve", "regapp serve --socket /run/regapp/socket --group www-data",
      "regapp serve --door --listen 8466 --trust-forwarded",
    ],
    run: serve)

  private static func serve(_ invocation: Invocation) async throws {
    let accounts = try ServedAccounts(invocation)
    // A rulebook that cannot be read now may have the address all the same.
    let rulebook = try await accounts.rulebook()
    let options = try ServeOptions(invocation, under: rulebook)
    try await accounts.registry.refuseReader(isThere: rulebook != nil)
    let listener: Listener
    do throws(ListenFault) { listener = try Listener.open(options.place) } catch {
      throw Report(error, at: options.place)
    }
    defer { listener.close() }
    let product = invocation.program.product
    let language = invocation.language
    let console = invocation.console
    let log = ServeLog { console.say("\(product): \($0[language])\n") }
    let proxies = options.proxies ?? (listener.isSocket ? .nearest : nil)
    let address = try options.pageAddress(at: listener, isSettled: rulebook != nil)
    let site = accounts.site(address, expectsClient: proxies != nil, log)
    let server = try server(listener, proxies, site, options, log)
    invocation.world.signals?.whenOneComes(server.stop)
    say(site, listener, options, trusts: proxies != nil, log)
    if let page = site.finder.known {
      sayLogin(page, rulebook?.serve.hosts, log)
    }
    // If the accounts cannot be used it runs on, since somebody may put it right.
    do throws(AccountsError) { _ = try await accounts.registry.rulebookInUse() } catch {
      log.note(error)
    }
    await run(server)
    log.line(Phrase("the server has ended"))
  }

  private static func server(
    _ listener: Listener, _ proxies: TrustedProxies?, _ site: Site, _ options: ServeOptions,
    _ log: ServeLog
  ) throws -> Server {
    let memory = SpareMemory()
    do throws(ListenFault) {
      // The thread of all connections does not wait for a reader of the log.
      return try Server(
        listener, trusting: proxies,
        whenRefused: { refusal in Task { log.note(sign: .refused(line: refusal.line)) } },
        handler: { request in
          defer { memory.note() }
          return await site.answer(request)
        })
    } catch {
      throw Report(error, at: options.place)
    }
  }

  /// Runs the loop on a thread of its own: it waits in the kernel.
  private static func run(_ server: sending Server) async {
    let box = ServerBox(server)
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "regapp.serve").async {
        box.server.run()
        continuation.resume()
      }
    }
  }

  /// Says whom the page logs in, and where that leads on to.
  private static func sayLogin(_ page: Page, _ hosts: GuardedHosts?, _ log: ServeLog) {
    if page.logins == nil {
      log.line(
        Phrase(
          "there is no login, since the page's address has a path: ?login is as if it were not there"
        ))
    } else if let hosts, hosts.isEmpty {
      log.line(
        Phrase(
          "no hosts are listed in serve.hosts of the rules: ?login sends nobody to the login"))
    }
  }

  private static func say(
    _ site: Site, _ listener: Listener, _ options: ServeOptions, trusts: Bool, _ log: ServeLog
  ) {
    if site.finder.isKnown {
      let door = Site.door(of: site.finder.known)
      log.line(Phrase("serving at \(visible(listener.name)); the door is \(door)"))
    } else {
      log.line(Phrase("serving at \(visible(listener.name))"))
    }
    if let page = site.finder.known {
      log.line(Phrase("passwords are set at \(page.passwordsAddress)"))
    }
    if !trusts {
      log.line(
        Phrase(
          "without --trust-forwarded nobody's address is known: after five wrong passwords from "
            + "anywhere a name has to wait, whoever asks"))
    }
  }
}

/// Takes a server to its thread. A queue's closure cannot take a `sending` value, and the caller
/// gave this one away: only that thread uses it.
private struct ServerBox: @unchecked Sendable {
  let server: Server

  init(_ server: sending Server) { self.server = server }
}
