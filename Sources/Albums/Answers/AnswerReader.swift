import LosslessJSON

/// Parses the body of an answer. The content type is ignored: the service sends JSON as
/// `text/javascript`, with blank lines around it.
enum AnswerReader {
  /// The rows of an answer; invalid rows are dropped.
  static func rows(_ body: [UInt8]) throws(AlbumsError) -> [AnswerRow] {
    let document = try parse(body)
    let results = document.value(for: JSONKey("results"), in: document.root)
    guard results?.kind == .array else {
      if let message = message(document) { throw .badRequest(message: message) }
      throw .wrongShape
    }
    // A store returns at most an album and its songs.
    let rows = document.elements(of: results).prefix(AlbumRequest.greatestLimit + 1)
    let good = rows.compactMap { AnswerRow($0, in: document) }
    // If none of the rows could be read, the answer is invalid, not empty.
    guard !good.isEmpty || rows.isEmpty else { throw .wrongShape }
    return good
  }

  /// The service's message about a rejected request.
  static func refusal(_ body: [UInt8]) -> AlbumsError {
    .badRequest(message: (try? parse(body)).flatMap(message) ?? "")
  }

  private static func message(_ document: JSONDocument) -> String? {
    document.value(for: JSONKey("errorMessage"), in: document.root)
      .flatMap { document.string($0) }.map { String($0.prefix(500)) }
  }

  private static func parse(_ body: [UInt8]) throws(AlbumsError) -> JSONDocument {
    // Invalid UTF-8 or a raw control character costs only the characters concerned, not the answer.
    let text = String(decoding: body, as: UTF8.self).utf8.map { max($0, UInt8(ascii: " ")) }
    do throws(JSONSyntaxError) {
      return try JSONDocument(parsing: text)
    } catch {
      // Skips blanks and a byte-order mark.
      switch text.first(where: { (33...126).contains($0) }) {
      case nil: throw .notJSON(.nothing)
      case UInt8(ascii: "<"): throw .notJSON(.html)
      default:
        if case .unexpected(.end, _) = error.reason { throw .truncated }
        throw .notJSON(.other)
      }
    }
  }
}
