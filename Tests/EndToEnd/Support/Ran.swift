import TestSupport
import Testing

/// The result of one run: how it ended, and what it wrote. Two runs are compared whole.
struct Ran: Equatable {
  var end: End
  var out: String
  var err: String

  enum End: Equatable {
    case exit(Int32)
    case signal(Int32)
    /// It was still running when patience ended.
    case killedAsStuck

    init(_ end: ChildProcess.End) {
      switch end {
      case .exit(let code): self = .exit(code)
      case .signal(let number): self = .signal(number)
      }
    }
  }

  init(_ end: End, out: String = "", err: String = "") {
    self.end = end
    self.out = out
    self.err = err
  }

  /// A run that is expected: its exit code, and what it writes.
  static func exit(_ code: Int32, out: String = "", err: String = "") -> Ran {
    Ran(.exit(code), out: out, err: err)
  }

  /// The exit code; nil if a signal ended the run.
  var code: Int32? { if case .exit(let code) = end { code } else { nil } }
}

extension Ran: CustomTestStringConvertible {
  var testDescription: String {
    "\(end)\n--- stdout\n\(out)--- stderr\n\(err)---"
  }
}
