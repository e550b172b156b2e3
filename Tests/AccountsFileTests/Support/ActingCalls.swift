import Synchronization

@testable import AccountsFile

/// System calls between which something happens: before the one of a number that looks at a name.
final class ActingCalls: Sendable {
  private let looks = Mutex(0)
  private let (name, at): (String, Int)
  private let changes: Bool
  private let act: @Sendable () -> Void

  /// - Parameter changes: whether calls that change the name count, too.
  init(_ name: String, at: Int, changes: Bool = false, _ act: @escaping @Sendable () -> Void) {
    (self.name, self.at, self.changes, self.act) = (name, at, changes, act)
  }

  var hasActed: Bool { looks.withLock { $0 > at } }

  private func look(at other: String) {
    guard other == name else { return }
    let isNow = looks.withLock { looks in
      defer { looks += 1 }
      return looks == at
    }
    if isNow { act() }
  }

  var calls: SystemCalls {
    let usual = SystemCalls()
    var calls = SystemCalls()
    calls.open = { directory, name, flags, mode in
      self.look(at: name)
      return usual.open(directory, name, flags, mode)
    }
    calls.stat = { directory, name, flags, info in
      self.look(at: name)
      return usual.stat(directory, name, flags, &info)
    }
    guard changes else { return calls }
    calls.rename = { directory, from, to in
      self.look(at: to)
      return usual.rename(directory, from, to)
    }
    calls.link = { directory, from, to in
      self.look(at: to)
      return usual.link(directory, from, to)
    }
    calls.unlink = { directory, name in
      self.look(at: name)
      return usual.unlink(directory, name)
    }
    return calls
  }
}
