/// The style and starting indentation of a new value.
struct Layout: Sendable {
  var style: JSONStyle
  var indentation: String

  init(style: JSONStyle, indentation: String, isOneLine: Bool) {
    self.style = style
    self.style.isOneLine = isOneLine
    self.indentation = indentation
  }

  init(_ surroundings: Surroundings) {
    style = surroundings.style
    if !surroundings.ownsLine { style.isOneLine = true }
    indentation = surroundings.indentation
  }

  var writer: JSONWriter { JSONWriter(style: style, indentation: indentation) }
}

/// The separator between two children of a container.
struct Gap: Sendable {
  /// The white space before and after the comma.
  let before: [UInt8]
  let after: [UInt8]
  /// The indentation of the next child's line; nil if it is on the same line.
  let indentation: String?

  var bytes: [UInt8] { before + [.comma] + after }
}

extension JSONDocument {
  /// The layout that a container shows; nil if it is empty or not a container.
  func layout(of container: JSONValue) -> Layout? {
    guard holds(container) else { return nil }
    let children =
      members(of: container).map(\.range) + elements(of: container).map(\.range)
    guard let first = children.first, let last = children.last else { return nil }
    let open = container.range.lowerBound + 1
    let lead = open..<first.lowerBound
    let tail = last.upperBound..<container.range.upperBound - 1
    var layout = Layout(
      style: outline.surroundings.style, indentation: surroundings(of: container).indentation,
      isOneLine: false)
    if let firstMember = members(of: container).first(where: { _ in true }) {
      layout.style = style(layout.style, withColonOf: firstMember)
    }
    if let closing = lastLine(in: tail) {
      layout.style.newline = text(closing.newline)
      layout.indentation = text(closing.blanks)
      if let opening = lastLine(in: lead) {
        let first = text(opening.blanks)
        if first.count > layout.indentation.count, first.hasPrefix(layout.indentation) {
          layout.style.indent = String(first.dropFirst(layout.indentation.count))
        }
      }
    } else if lastLine(in: lead) == nil {
      layout.style.isOneLine = true
      if container.kind == .object {
        layout.style.padding = text(spaceAfter(open, upTo: lead.upperBound))
      }
      if children.count > 1 {
        layout.style.afterComma = text(spaceBefore(children[1].lowerBound))
      }
    }
    return layout
  }

  /// The layout of a new child after a gap.
  func layout(after gap: Gap) -> Layout {
    Layout(
      style: outline.surroundings.style, indentation: gap.indentation ?? "",
      isOneLine: gap.indentation == nil)
  }

  /// A style with the white space around one member's colon, unless it contains a line end.
  func style(_ style: JSONStyle, withColonOf member: JSONMember) -> JSONStyle {
    var style = style
    let between = member.key.range.upperBound..<member.value.range.lowerBound
    guard lastLine(in: between) == nil, !hasComments(in: between),
      let colon = bytes[between].firstIndex(of: .colon)
    else { return style }
    style.beforeColon = text(between.lowerBound..<colon)
    style.afterColon = text(colon + 1..<between.upperBound)
    return style
  }

  /// The separator for a new child after this one: copied from the one after it, else before it,
  /// else from the text before it.
  func gap<Children: RandomAccessCollection<Range<Int>>>(
    after index: Int, among children: Children, in container: JSONValue
  ) -> Gap where Children.Index == Int {
    let child = children[index]
    let before: Range<Int>
    let after: Range<Int>
    if children.count > 1 {
      let left = index + 1 < children.count ? index : index - 1
      let between = children[left].upperBound..<children[left + 1].lowerBound
      let comma = structure[between].firstIndex(of: .comma) ?? between.lowerBound
      before = between.lowerBound..<comma
      after = Swift.min(comma + 1, between.upperBound)..<between.upperBound
    } else {
      before = child.upperBound..<child.upperBound
      after = container.range.lowerBound + 1..<child.lowerBound
      if lastLine(in: after) == nil {
        return Gap(
          before: [], after: Array(spaceAfterComma(in: container).utf8), indentation: nil)
      }
    }
    let blanks = (lastLine(in: after) ?? lastLine(in: before))?.blanks
    return Gap(
      before: Array(spacing(in: before)), after: Array(spacing(in: after)),
      indentation: blanks.map(text))
  }

  /// The space after a comma in a one-line container that has no comma yet.
  private func spaceAfterComma(in container: JSONValue) -> String {
    let style = outline.surroundings.style
    guard let member = members(of: container).first(where: { _ in true }) else {
      return style.afterComma
    }
    return self.style(style, withColonOf: member).afterColon.isEmpty ? "" : style.afterComma
  }
}
