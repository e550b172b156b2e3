package import Accounts
package import LosslessJSON

extension ChangePlan {
  package struct RowEdit: Sendable {
    package let row: Int
    /// Changes of which only the new values count: the old ones are in the text.
    let changes: [AccountRecord.Change]
  }

  /// The file's text after the changes; nil if nothing changes.
  package func text() throws(AccountsError) -> TextPieces? {
    guard refusals.isEmpty,
      !edits.isEmpty || !removed.isEmpty || !added.isEmpty || !restored.isEmpty
    else { return nil }
    do throws(JSONSyntaxError) {
      var splices = try splicesOfEdits()
      splices += document.removals(of: removed)
      splices.sort { $0.range.lowerBound < $1.range.lowerBound }
      if !restored.isEmpty { return try restoring(after: splices) }
      guard !added.isEmpty else {
        return splices.isEmpty ? nil : TextPieces(document.document.pieces(applying: splices))
      }
      if removed.isEmpty { return try appending(to: document.document, after: splices) }
      return try appending(to: document.document.applying(splices), after: [])
    } catch {
      throw .internalFault
    }
  }

  /// The changes to the text in order, if accounts are only edited and added; otherwise nil.
  package func splices() throws(JSONSyntaxError) -> [JSONSplice]? {
    guard refusals.isEmpty, removed.isEmpty, restored.isEmpty, let array = document.array else {
      return nil
    }
    var splices = try splicesOfEdits().sorted { $0.range.lowerBound < $1.range.lowerBound }
    if !added.isEmpty, let place = document.document.placeToAppend(to: array) {
      var bytes: [UInt8] = []
      place.write(added.indices, to: &bytes, literal)
      splices.append(JSONSplice(range: place.range, bytes: bytes + place.end))
    }
    return splices
  }

  /// The changes of edited accounts, made on all processors.
  private func splicesOfEdits() throws(JSONSyntaxError) -> [JSONSplice] {
    let parts = inParts(edits.count, of: 1000) { part in
      Result { () throws(JSONSyntaxError) in
        try part.map { index throws(JSONSyntaxError) in try splice(for: edits[index]) }
      }
    }
    var splices: [JSONSplice] = []
    for part in parts { splices += try part.get().compactMap(\.self) }
    return splices
  }

  private func literal(_ index: Int) -> JSONLiteral {
    guard case .add(let account, _) = changes[added[index]] else { return .null }
    let contents = account.contents
    return AccountsDocument.literal(of: contents.values, ownKeys: contents.ownKeys)
  }

  private func appending(
    to document: JSONDocument, after splices: [JSONSplice]
  ) throws(JSONSyntaxError) -> TextPieces? {
    guard let array = document.value(for: JSONKey("accounts"), in: document.root),
      let place = document.placeToAppend(to: array)
    else { return nil }
    var pieces = TextPieces(
      document.pieces(applying: splices, in: 0..<place.range.lowerBound))
    pieces.made = (added.count, { place.write($0, to: &$1, literal) })
    pieces.after =
      [place.end[...]]
      + document.pieces(applying: [], in: place.range.upperBound..<document.bytes.count)
    return pieces
  }

  /// Restores removed accounts, each after the account before it, if that is there or comes back
  /// too; otherwise at the end.
  private func restoring(after splices: [JSONSplice]) throws(JSONSyntaxError) -> TextPieces? {
    let text = document.document.pieces(applying: splices).flatMap { $0 }
    guard
      let file = try? document.withText(text),
      let array = file.array
    else { return nil }
    let order = RestoredOrder(restored, in: file)
    // The end is after the last account; without accounts, at the beginning.
    let last = file.rows.count - 1
    let new = Set(order.rows + [last]).sorted().map { index in
      let end = index == last ? order.accounts(behind: .end) : []
      return (index, order.accounts(behind: .row(index)) + end)
    }
    let splices = new.filter { !$0.1.isEmpty }.map { index, accounts in
      file.document.inserting(
        accounts, into: array, after: index < 0 ? nil : file.rows[index])
    }
    return TextPieces(file.document.pieces(applying: splices))
  }

  /// Sets keys in the account at a position; nil if no byte changes.
  package func splice(for edit: RowEdit) throws(JSONSyntaxError) -> JSONSplice? {
    let splice = try document.document.editing(document.rows[edit.row]) {
      account throws(JSONSyntaxError) in
      try account.set(edit.changes)
    }
    let isChanged = !splice.bytes.elementsEqual(document.document.bytes[splice.range])
    return isChanged ? splice : nil
  }
}

extension JSONDocument {
  /// Sets or removes keys of the account that this document is.
  fileprivate mutating func set(_ changes: [AccountRecord.Change]) throws(JSONSyntaxError) {
    // Each key that is set alone costs a reading of the account.
    let isInOnePass = changes.count > 8 || changes.repeatKeys
    for change in changes where change.field != .id && (!isInOnePass || change.field != nil) {
      try set(change.key, to: change.new)
    }
    if isInOnePass { try setOwnKeys(changes.filter { $0.field == nil }) }
    // It is the last member of its account.
    if let id = changes[.id] { try set(id.key, to: id.new) }
  }

  /// Sets or removes own keys in one pass, as one after the other would be. A key that comes
  /// several times is there so often then.
  private mutating func setOwnKeys(
    _ changes: [AccountRecord.Change]
  ) throws(JSONSyntaxError) {
    let members = Array(members(of: root))
    var places: [[UInt8]: [Int]] = [:]
    for (index, member) in members.enumerated() {
      guard let key = string(member.key) else { continue }
      places[Array(key.utf8), default: []].append(index)
    }
    var (splices, removed, added) = ([JSONSplice](), Set<Int>(), [JSONLiteral.Member]())
    for (key, values) in changes.newValues {
      let found = places[Array(key.utf8)] ?? []
      for (place, value) in zip(found, values) where literal(members[place].value) != value {
        splices.append(replacing(members[place].value, with: value))
      }
      removed.formUnion(found.dropFirst(values.count))
      added += values.dropFirst(found.count).map { JSONLiteral.Member(key, $0) }
    }
    splices += removing(membersAt: removed.sorted(), from: root)
    splices.sort { $0.range.lowerBound < $1.range.lowerBound }
    if !splices.isEmpty { self = try applying(splices) }
    if !added.isEmpty {
      let last = self.members(of: root).reversed().first { !isKey($0.key, FieldKeys[.id]) }
      try apply(inserting(added, into: root, after: last))
    }
  }

  /// Sets or removes a key of the account that this document is. A new field is placed after the
  /// nearest one that usually precedes it, and the id after all members.
  mutating func set(_ name: String, to value: JSONLiteral?) throws(JSONSyntaxError) {
    let before =
      Field(name) == nil ? [] : FieldKeys.all.prefix { $0.field.key != name }
    try set(name, to: value) { file, member in
      switch Field(name) {
      case Field.id: true
      case nil: !file.isKey(member.key, FieldKeys[.id])
      default: before.contains { file.isKey(member.key, $0.key) }
      }
    }
  }

  /// Sets or removes a key beside the accounts. Adds a new one before the accounts, which are long,
  /// if they are last.
  mutating func setBesideAccounts(
    _ name: String, to value: JSONLiteral?
  ) throws(JSONSyntaxError) {
    try set(name, to: value) { file, member in !file.isKey(member.key, JSONKey("accounts")) }
  }

  /// Sets a key beside the accounts to some values, so that it is there so often; or removes it.
  mutating func setBesideAccounts(
    _ name: String, toEach values: [JSONLiteral]
  ) throws(JSONSyntaxError) {
    try setBesideAccounts(name, to: values.first)
    for value in values.dropFirst() {
      let last = members(of: root).reversed().first { isKey($0.key, JSONKey(name)) }
      try apply(inserting(name, value, into: root, after: last))
    }
  }

  /// Sets or removes a key of the root. Removes repeated keys. A new one is placed after the last
  /// member that may precede it.
  private mutating func set(
    _ name: String, to value: JSONLiteral?,
    after mayPrecede: (JSONDocument, JSONMember) -> Bool
  ) throws(JSONSyntaxError) {
    let key = JSONKey(name)
    let repeated = members(of: root).enumerated().filter { isKey($1.key, key) }.dropFirst()
    if !repeated.isEmpty {
      self = try applying(removing(membersAt: repeated.map(\.offset), from: root))
    }
    let members = members(of: root)
    switch (members.first { isKey($0.key, key) }, value) {
    case (let member?, let value?):
      if literal(member.value) != value { try apply(replacing(member.value, with: value)) }
    case (let member?, nil): try apply(removing(member, from: root))
    case (nil, let value?):
      let neighbour = members.reversed().first { mayPrecede(self, $0) }
      try apply(inserting(name, value, into: root, after: neighbour))
    case (nil, nil): break
    }
  }
}
