// The users who have fewer rights after `share`, and the running programs that do not have the new
// ones yet: the system gives a process its groups once, when it begins.

import Accounts
import Glibc
import TextTools

extension Disk {
  /// The users who lose rights on what readers may read.
  func losing(by steps: [SharingStep]) -> [SharingReport.Loss] {
    var (found, locked): ([SharingReport.Loss], Set<gid_t>) = ([], [])
    func add(_ loss: SharingReport.Loss) { if !found.contains(loss) { found.append(loss) } }
    for step in steps where step.users == .readers {
      let (old, new) = (step.old.access, step.new)
      let keepsOwner =
        old.owner == new.owner
        || new.mode & 0o020 != 0 && keepsAccess(old.owner, in: new.group)
      if !keepsOwner { add(.user(name(ofUser: old.owner))) }
      let (had, has) = (old.mode & 0o060, old.group == new.group ? new.mode & 0o060 : 0)
      if had & ~has != 0, !isAlone(old.owner, in: old.group) {
        if has == 0 { locked.insert(old.group) }
        add(.group(name(ofGroup: old.group), mayRead: has != 0))
      }
      if old.mode & 0o006 != 0 { add(.others) }
    }
    if steps.contains(where: \.hasLists) { add(.listed) }
    // A group that cannot read at all is named once.
    let names = Set(locked.map { name(ofGroup: $0) })
    return found.filter {
      if case .group(let name, mayRead: true) = $0 { !names.contains(name) } else { true }
    }
  }

  /// Running programs of regapp over the accounts of a directory whose user is in a group by now,
  /// and was not when they began.
  func programs(
    lacking group: gid_t, of directory: OpenDirectory
  ) -> [SharingReport.RunningProgram] {
    guard let processes = try? self.directory("/proc", for: .read) else { return [] }
    defer { close(processes) }
    let numbers = (calls.names(processes.descriptor) ?? []).compactMap { Int32($0) }
    return numbers.sorted().compactMap { process in
      guard process != getpid(), let status = text(ofSystemFile: "/proc/\(process)/status") else {
        return nil
      }
      func words(_ key: String) -> [Substring] {
        let line = status.split(separator: "\n").first { $0.hasPrefix("\(key):") }
        return line?.dropFirst(key.count + 1).split { $0 == "\t" || $0 == " " } ?? []
      }
      guard let name = words("Name").first, name.hasPrefix("regapp"),
        let user = words("Uid").dropFirst().first.flatMap({ uid_t($0) }), user != 0,
        keepsAccess(user, in: group),
        !(words("Groups") + words("Gid").dropFirst().prefix(1)).contains("\(group)"),
        mayBe(process, over: directory)
      else { return nil }
      return .init(name: String(name), process: process, user: self.name(ofUser: user))
    }
  }

  /// False if a process names another documents directory. Not every process tells.
  private func mayBe(_ process: Int32, over directory: OpenDirectory) -> Bool {
    func words(_ file: String) -> [Substring] {
      text(ofSystemFile: "/proc/\(process)/\(file)")?.split(separator: "\0") ?? []
    }
    let (option, variable) = ("--documents", "REGAPP_DOCUMENTS=")
    let given = words("cmdline")
    let named =
      given.first { $0.hasPrefix("\(option)=") }?.dropFirst(option.count + 1)
      ?? given.firstIndex { $0 == option }.flatMap { given.dropFirst($0 + 1).first }
      ?? words("environ").first { $0.hasPrefix(variable) }?.dropFirst(variable.count)
    guard let named, FilePath.isAbsolute(String(named)),
      let other = try? self.directory(String(named), for: .read)
    else { return true }
    defer { close(other) }
    guard let one = try? stamp(of: directory), let two = try? stamp(of: other) else { return true }
    return one.isSameFile(as: two)
  }
}
