import Foundation

/// Parses the body of an answer. The content type is ignored: the service sends JSON as
/// `text/javascript`, with blank lines around it.
enum AnswerReader {
  /// The rows of an answer; invalid rows are dropped.
  static func rows(_ body: Data) throws(AlbumsError) -> [AnswerRow] {
    let answer = try read(body)
    guard let rows = answer.rows else {
      if let message = answer.errorMessage { throw .badRequest(message: message) }
      throw .wrongShape
    }
    let good = rows.compactMap(\.row)
    // If none of the rows could be read, the answer is invalid, not empty.
    guard !good.isEmpty || rows.isEmpty else { throw .wrongShape }
    return good
  }

  /// The service's message about a rejected request.
  static func refusal(_ body: Data) -> AlbumsError {
    .badRequest(message: (try? read(body))?.errorMessage ?? "")
  }

  private static func read(_ body: Data) throws(AlbumsError) -> Answer {
    var bytes = ArraySlice(body)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    bytes = bytes.trimmingBlanks
    guard let first = bytes.first else { throw .notJSON(.nothing) }
    if first == UInt8(ascii: "<") { throw .notJSON(.html) }
    // Invalid UTF-8 costs only the characters concerned, not the whole answer.
    let text = String(decoding: bytes, as: UTF8.self)
    do {
      return try JSONDecoder().decode(Answer.self, from: Data(text.utf8))
    } catch DecodingError.dataCorrupted {
      throw JSONEnd.isMissing(bytes) ? .truncated : .notJSON(.other)
    } catch {
      throw .wrongShape
    }
  }

  private struct Answer: Decodable {
    let rows: [MaybeRow]?
    let errorMessage: String?

    private enum Key: String, CodingKey {
      case results, errorMessage
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Key.self)
      rows = try? fields.decode([MaybeRow].self, forKey: .results)
      errorMessage = (try? fields.decode(String.self, forKey: .errorMessage)).map {
        String($0.prefix(greatestMessage))
      }
    }
  }

  private struct MaybeRow: Decodable {
    let row: AnswerRow?

    init(from decoder: any Decoder) { row = try? AnswerRow(from: decoder) }
  }

  private static let greatestMessage = 500
}

extension ArraySlice<UInt8> {
  fileprivate var trimmingBlanks: ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
    guard let first = firstIndex(where: { !isBlank($0) }),
      let last = lastIndex(where: { !isBlank($0) })
    else { return [] }
    return self[first...last]
  }
}
