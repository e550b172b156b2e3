/// How long a login in a browser lasts, and how many there are.
public struct SessionLimits: Sendable, Hashable {
  /// After how many hours without a request it is refused, if it is not kept: 1 to 72.
  public var idleHours: Int
  /// After how many hours it ends, if it is not kept: 1 to 168.
  public var hours: Int
  /// After how many days it ends, if it is kept: 1 to 90; 0 if none is kept.
  public var days: Int

  /// The most sessions of a login: at the page and at as many hosts as there may be. Then the
  /// oldest at the new one's host goes, else the oldest at another guarded host.
  public static let mostSessions = 65
  /// The most sessions that a login begins at guarded hosts within an hour, in one process: none of
  /// them costs a hash.
  public static let mostInAnHour = 64
  /// The most logins of an account; the oldest one ends.
  public static let mostLogins = 50
  /// The most sessions of all logins.
  public static let mostOfAll = 50_000
  /// A session that is older than this many seconds ends when its login gets a new one at its host.
  /// Younger ones stay, since tabs may come at once.
  public static let timeOfTabs = 60

  /// For how many seconds a login lasts at most, under any rulebook.
  package static let longest = 90 * 86_400

  /// By default, 8 hours idle, 24 hours, 30 days.
  public init(idleHours: Int = 8, hours: Int = 24, days: Int = 30) {
    (self.idleHours, self.hours, self.days) = (idleHours, hours, days)
  }

  /// True if people may ask to be kept logged in.
  package var areKept: Bool { days > 0 }

  /// How many seconds a new login lasts.
  package func seconds(isKept: Bool) -> Int { isKept && areKept ? days * 86_400 : hours * 3_600 }

  /// When a login ends: by what was said when it began or, if that is earlier, by these limits.
  package func end(of login: BrowserLogin) -> Int {
    min(login.ends, login.begun + seconds(isKept: login.isKept))
  }

  /// True if a login is neither over nor yet to begin, as after a jump of the clock.
  package func allow(_ login: BrowserLogin, at now: Int) -> Bool {
    login.begun <= now && now < end(of: login)
  }

  /// How long a login may be without a request; nil for any time.
  package func idleTime(of login: BrowserLogin) -> Duration? {
    login.isKept && areKept ? nil : .seconds(idleHours * 3_600)
  }
}
