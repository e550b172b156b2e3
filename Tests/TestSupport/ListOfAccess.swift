import CFiles
import Foundation

/// An access control list of POSIX, as the kernel keeps it.
package struct ListOfAccess: Sendable {
  /// The kind of user, the rights, and the number of the user or group. The owner may enter what is
  /// a directory.
  private var entries: [(tag: UInt16, rights: UInt16, id: UInt32)]

  private static let nobody = UInt32.max

  /// - Parameters:
  ///   - others: further entries.
  ///   - mask: the most that these get; nil for a list without a mask.
  package init(group: UInt16, _ others: [(tag: UInt16, rights: UInt16, id: UInt32)], mask: UInt16?)
  {
    entries = [(0x01, 6, Self.nobody)] + others.filter { $0.tag == 0x02 }
    entries += [(0x04, group, Self.nobody)] + others.filter { $0.tag == 0x08 }
    if let mask { entries.append((0x10, mask, Self.nobody)) }
    entries.append((0x20, 0, Self.nobody))
  }

  package func set(on path: String, _ name: String) -> Bool {
    var bytes: [UInt8] = [2, 0, 0, 0]
    var isDirectory: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
    for entry in entries {
      let enters: UInt16 = entry.tag == 0x01 && isDirectory.boolValue ? 1 : 0
      withUnsafeBytes(of: entry.tag.littleEndian) { bytes += $0 }
      withUnsafeBytes(of: (entry.rights | enters).littleEndian) { bytes += $0 }
      withUnsafeBytes(of: entry.id.littleEndian) { bytes += $0 }
    }
    return setxattr(path, name, bytes, bytes.count, 0) == 0
  }

  package static func isOn(_ path: String) -> Bool {
    let names: [String] = ["system.posix_acl_access", "system.posix_acl_default"]
    return names.contains { getxattr(path, $0, nil, 0) > 0 }
  }

  package static let isSupported: Bool = {
    let directory = TemporaryDirectory("regapp-lists")
    return ListOfAccess(group: 0, [(0x02, 6, 64_123)], mask: 6)
      .set(on: directory.path, "system.posix_acl_default")
  }()
}
