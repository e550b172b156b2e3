import Glibc

/// The system's users and groups. Any thread may ask: the calls without `_r` have one buffer for
/// all threads.
enum SystemEntry {
  struct User {
    let id: uid_t
    let name: String
    let group: gid_t
    let home: String?

    init?(_ entry: passwd) {
      guard let name = entry.pw_name else { return nil }
      (id, self.name, group) = (entry.pw_uid, String(cString: name), entry.pw_gid)
      home = entry.pw_dir.map { String(cString: $0) }
    }
  }

  struct Group {
    let id: gid_t
    let name: String
    let members: [String]

    init?(_ entry: Glibc.group) {
      guard let name = entry.gr_name else { return nil }
      (id, self.name) = (entry.gr_gid, String(cString: name))
      var members: [String] = []
      var next = entry.gr_mem
      while let member = next?.pointee {
        members.append(String(cString: member))
        next = next?.successor()
      }
      self.members = members
    }
  }

  static func user(_ id: uid_t) -> User? {
    found(passwd(), { getpwuid_r(id, $0, $1, $2, $3) }, read: User.init).value
  }

  /// The user with a name, and an errno if the system cannot tell.
  static func user(named name: String) -> (value: User?, code: Int32) {
    found(passwd(), { getpwnam_r(name, $0, $1, $2, $3) }, read: User.init)
  }

  static func group(_ id: gid_t) -> Group? {
    found(Glibc.group(), { getgrgid_r(id, $0, $1, $2, $3) }, read: Group.init).value
  }

  static func group(named name: String) -> Group? {
    found(Glibc.group(), { getgrnam_r(name, $0, $1, $2, $3) }, read: Group.init).value
  }

  /// Reads an entry, with a larger buffer each time that it does not fit.
  private static func found<Entry, Value>(
    _ empty: Entry,
    _ ask: (
      UnsafeMutablePointer<Entry>, UnsafeMutablePointer<CChar>, Int,
      UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>
    ) -> Int32, read: (Entry) -> Value?
  ) -> (value: Value?, code: Int32) {
    var size = 1 << 10
    while true {
      var entry = empty
      let (code, value) = withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { text in
        guard let start = text.baseAddress else { return (ENOMEM, Value?.none) }
        var found: UnsafeMutablePointer<Entry>?
        let code = ask(&entry, start, text.count, &found)
        return (code, found.flatMap { read($0.pointee) })
      }
      if code == ERANGE, size < 1 << 20 {
        size *= 2
      } else if code != EINTR {
        return (value, code)
      }
    }
  }
}
