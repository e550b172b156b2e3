/// A key press, as far as a terminal reports it.
public struct Key: Hashable, Sendable {
  /// The key, or the character that it types.
  public enum Name: Hashable, Sendable {
    case character(Character)
    case enter, tab, backspace, delete, insert, escape
    case up, down, left, right, home, end, pageUp, pageDown
    case function(Int)
  }

  /// Modifiers held down.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let shift = Modifiers(rawValue: 1)
    public static let alt = Modifiers(rawValue: 2)
    public static let control = Modifiers(rawValue: 4)
  }

  public var name: Name
  /// For a character only Alt and Control: Shift makes it another character.
  public var modifiers: Modifiers

  public init(_ name: Name, _ modifiers: Modifiers = []) {
    self.name = name
    self.modifiers = modifiers
  }
}

extension Key {
  public static let enter = Key(.enter)
  public static let tab = Key(.tab)
  /// Shift+Tab.
  public static let backTab = Key(.tab, .shift)
  public static let backspace = Key(.backspace)
  public static let delete = Key(.delete)
  public static let insert = Key(.insert)
  public static let escape = Key(.escape)
  public static let up = Key(.up)
  public static let down = Key(.down)
  public static let left = Key(.left)
  public static let right = Key(.right)
  public static let home = Key(.home)
  public static let end = Key(.end)
  public static let pageUp = Key(.pageUp)
  public static let pageDown = Key(.pageDown)

  /// A character without modifiers.
  public static func character(_ character: Character) -> Key { Key(.character(character)) }
  /// A character with Control; letters are lower-case.
  public static func control(_ character: Character) -> Key { Key(.character(character), .control) }
  /// A character with Alt.
  public static func alt(_ character: Character) -> Key { Key(.character(character), .alt) }
  /// F1 to F12.
  public static func function(_ number: Int) -> Key { Key(.function(number)) }
}
