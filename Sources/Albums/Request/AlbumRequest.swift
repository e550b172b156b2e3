/// One question to one store.
enum AlbumRequest: Sendable, Hashable {
  /// Albums, or songs, whose title or band matches a term.
  case search(Entity = .album, term: String, country: Country, limit: Int)
  /// The albums of a band.
  case albums(ofArtist: Int, country: Country)
  /// An album and its songs.
  case lookup(id: Int, country: Country)

  /// The kind of thing to search for, as the service calls it.
  enum Entity: String, Sendable, Hashable { case album, song }

  /// The most albums or songs that a store returns.
  static let greatestLimit = 200

  /// The request's address. Equal requests have equal addresses, which serve as cache keys.
  ///
  /// `attribute=albumTerm` is left out: it restricts the search to titles, so a band's name finds
  /// nothing.
  func url(at address: ITunesAddress) -> String {
    switch self {
    case .search(let entity, let term, let country, let limit):
      "\(address.address.text)/search?term=\(term.formEncoded)&entity=\(entity.rawValue)&country=\(country)&limit=\(limit)"
    case .albums(let artist, let country):
      "\(address.address.text)/lookup?id=\(artist)&entity=album&limit=\(Self.greatestLimit)&country=\(country)"
    case .lookup(let id, let country):
      "\(address.address.text)/lookup?id=\(id)&entity=song&limit=\(Self.greatestLimit)&country=\(country)"
    }
  }
}

/// The places to look for an answer.
public enum Reading: Sendable, Hashable, CaseIterable {
  /// In the cache if less than a day old, then in the network.
  case keptFirst
  /// In the network only.
  case refresh
  /// In the cache only, however old.
  case offline
}

/// A wait that is about to begin.
public struct Wait: Sendable, Hashable {
  public enum Reason: Sendable, Hashable {
    /// Our own request rate is exhausted.
    case pace
    /// The service asked for it.
    case throttled
  }

  public let seconds: Int
  public let reason: Reason
}

/// Called before a wait; returns whether to wait. If not, the request fails as throttled.
public typealias Waiting = @Sendable (Wait) async -> Bool

extension String {
  /// Form encoding: UTF-8, a space as `+`, and everything but ASCII letters, digits and `. - _ *`
  /// as `%XX`. (URLComponents leaves `+` alone, which the server reads as a space.)
  var formEncoded: String {
    var bytes: [UInt8] = []
    for byte in utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"), UInt8(ascii: "*"):
        bytes.append(byte)
      case 0x20: bytes.append(UInt8(ascii: "+"))
      default: bytes += [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

private func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 55 + value }
