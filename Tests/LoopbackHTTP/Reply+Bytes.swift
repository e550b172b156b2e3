import Foundation

extension LoopbackServer.Step {
  /// A whole reply.
  package static func reply(
    _ status: Int = 200, _ body: some Collection<UInt8>, headers: [String] = []
  ) -> Self {
    .send(head(status, ["Content-Length: \(body.count)"] + headers) + body)
  }

  package static func reply(_ status: Int = 200, _ body: String, headers: [String] = []) -> Self {
    .reply(status, Array(body.utf8), headers: headers)
  }

  /// Only the head of a reply; the body follows.
  package static func begin(_ status: Int = 200, _ headers: [String] = []) -> Self {
    .send(head(status, headers))
  }

  package static func send(_ text: String) -> Self { .send(Array(text.utf8)) }

  private static func head(_ status: Int, _ headers: [String]) -> [UInt8] {
    let type = "Content-Type: text/javascript; charset=utf-8"
    let lines = ["HTTP/1.1 \(status) -", type, "Connection: close"] + headers + ["", ""]
    return Array(lines.joined(separator: "\r\n").utf8)
  }
}

/// Answers in the service's format.
package enum Answers {
  package static let empty = "\n\n\n{\n \"resultCount\":0,\n \"results\": []\n}\n\n\n"

  package static func with(_ rows: String...) -> String {
    """


    {
     "resultCount":\(rows.count),
     "results": [
    \(rows.joined(separator: ", \n"))]
    }


    """
  }

  package static func album(
    _ id: Int, _ title: String, artist: String = "Paper Lanterns", count: Int = 10,
    date: String = "1998-11-20T08:00:00Z",
    artwork: String = "https://covers.example/a/100x100bb.jpg"
  ) -> String {
    """
    {"wrapperType":"collection", "collectionType":"Album", "collectionId":\(id), \
    "artistName":"\(artist)", "collectionName":"\(title)", "artworkUrl100":"\(artwork)", \
    "collectionExplicitness":"notExplicit", "trackCount":\(count), "releaseDate":"\(date)"}
    """
  }

  package static func song(
    _ number: Int, of album: Int, disc: Int = 1, discs: Int = 1, count: Int = 10,
    kind: String = "song", title: String = "Salt", more: String = ""
  ) -> String {
    """
    {"wrapperType":"track", "kind":"\(kind)", "collectionId":\(album), \
    "trackId":\(album * 1000 + disc * 100 + number), "artistName":"Paper Lanterns", \
    "collectionName":"Lanterns", "trackName":"\(title)", "discCount":\(discs), \
    "discNumber":\(disc), "trackCount":\(count), "trackNumber":\(number), \
    "trackTimeMillis":\(1000 * number)\(more)}
    """
  }

  /// As much of a JPEG as the code looks at: a size of 1 by 1, and a scan.
  package static let jpeg: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xC0, 0, 8, 8, 0, 1, 0, 1, 0, 0xFF, 0xDA, 0, 2, 1, 0xFF, 0xD9]
}
