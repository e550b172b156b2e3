/// A value that may hold a secret: neither its descriptions nor its mirror shows what is in it.
public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
}

extension Redacted {
  public var description: String { "********" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
