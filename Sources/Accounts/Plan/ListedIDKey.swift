package import LosslessJSON

/// The key under which the accounts of a list in JSON have their ids. Without one, `id` is a key that
/// no field is: what another program calls so is nobody's id here.
package struct ListedIDKey: Sendable {
  /// The key; nil if the list has no ids.
  package let name: String?
  /// Whether an id may have its form in an accounts file.
  let takesFileForm: Bool
  let key: JSONKey?

  /// No ids.
  package static let none = ListedIDKey(nil, takesFileForm: false)

  private init(_ name: String?, takesFileForm: Bool) {
    (self.name, self.takesFileForm) = (name, takesFileForm)
    key = name.map { JSONKey($0) }
  }

  /// The key of a list: the one that an option names, or `id` of an accounts file and of a text that
  /// says that it is of regapp, unless that is to be left out.
  package init(in document: JSONDocument, named name: String?, leavingOut names: OtherNames) {
    let root = document.root
    if let name {
      self.init(name, takesFileForm: false)
    } else if root.kind == .object, !names.leavesOut(Field.id.key) {
      let rules = document.value(for: Self.rules, in: root)
      let isFile = rules.map { $0.kind != .null } ?? false
      let version = document.value(for: Self.version, in: root)
      let isOurs = isFile || version.map(document.isFormatVersion) == true
      self.init(isOurs ? Field.id.key : nil, takesFileForm: isFile)
    } else {
      self = .none
    }
  }

  private static let (version, rules) = (JSONKey("regapp"), JSONKey("rules"))
}
