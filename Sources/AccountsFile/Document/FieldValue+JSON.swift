import Accounts
import LosslessJSON

extension FieldValue {
  /// The value as it is written.
  var literal: JSONLiteral {
    switch self {
    case .text(let text): .string(text)
    case .texts(let texts): .array(texts.map { .string($0) })
    case .flag(let flag): .bool(flag)
    }
  }
}
