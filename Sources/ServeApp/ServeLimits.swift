import Accounts
import HTTP

/// The limits of `serve`: sizes, times in seconds, counts.
///
/// A number is written where it is used, and has its row here. docs/answers.md has the
/// same table, and `ServeLimitsTests` compares both.
enum ServeLimits {
  /// Each limit in words, and its number.
  static let table: [(limit: String, number: String)] = [
    ("the head of a request", size(RequestParser.greatestHead)),
    ("its fields", count(RequestParser.mostFields)),
    ("its target", size(RequestParser.greatestTarget)),
    ("its body", size(RequestParser.greatestBody)),
    ("a request, from its first byte to its last", milliseconds(Server.Limit.request)),
    ("a connection without a request", milliseconds(Server.Limit.idle)),
    ("an answer that nobody reads", milliseconds(Server.Limit.answer)),
    ("connections", count(Server.mostConnections)),
    ("all requests together", size(Server.mostHeld)),
    ("what runs at SIGTERM", milliseconds(Server.Limit.stopping)),
    ("waiting for a hash, of one address", count(AddressQueue.mostWaiting)),
    ("waiting for a hash, in all", count(HashTurns.mostWaiting)),
    ("the last of these places, for addresses that have fewer", count(HashTurns.leftToOthers)),
    ("the wait for a hash", seconds(AddressQueue.patience)),
    ("the wait for a database, at the door", seconds(Site.patience.door)),
    ("the wait for a database, at the page", seconds(Site.patience.page)),
    ("passwords remembered as right", count(ProofMemory.most)),
    ("each of them, after its last use", seconds(ProofMemory.memory)),
    ("logins by one computed hash", count(RepeatAllowance.most)),
    ("names and groups of an account, in the door's answer", size(DoorAnswer.longest)),
    ("the code of a way in", seconds(CodeLimits.wayIn)),
    ("the code of a way out", seconds(CodeLimits.logout)),
    ("a right old password, until the new one is set", seconds(CodeLimits.proof)),
    ("codes of a kind", count(CodeLimits.most)),
    ("codes of a kind, of one login", count(CodeLimits.mostOfOwner)),
    ("the nonce of a way in", seconds(Nonce.seconds)),
    ("the path to which a way in leads", size(ReturnPath.longest)),
    ("sessions of a login", count(SessionLimits.mostSessions)),
    ("sessions that a login begins within an hour", count(SessionLimits.mostInAnHour)),
    ("logins of an account", count(SessionLimits.mostLogins)),
    ("sessions in all", count(SessionLimits.mostOfAll)),
    ("hosts of the list", count(GuardedHosts.most)),
    ("groups of a host, and origins", count(GuardedHosts.Entry.most)),
  ]

  private static func size(_ bytes: Int) -> String {
    bytes < 1 << 20 ? "\(bytes >> 10) KiB" : "\(bytes >> 20) MiB"
  }

  private static func milliseconds(_ time: Int) -> String { seconds(time / 1_000) }

  private static func seconds(_ time: Int) -> String {
    switch time {
    case _ where time % 3_600 == 0: "\(time / 3_600) h"
    case _ where time > 600: "\(time / 60) min"
    default: "\(time) s"
    }
  }

  private static func count(_ number: Int) -> String {
    number < 1_000
      ? "\(number)"
      : "\(number / 1_000)," + String("\(1_000 + number % 1_000)".dropFirst())
  }
}
