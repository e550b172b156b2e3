import Foundation
import LoopbackHTTP
import Testing

@testable import Albums

@Suite("An album") struct LookupAnswerTests {
  private func details(_ id: Int, _ rows: String...) throws -> AlbumDetails? {
    let body = "{\"results\":[\(rows.joined(separator: ","))]}"
    let read = try AnswerReader.rows(Array(body.utf8))
    return LookupAnswer(read, id: id, country: .unitedStates)?.details
  }

  private func fixture(_ id: Int, _ country: Country = .unitedStates) throws -> AlbumDetails {
    let rows = try Fixture.rows("lookup-\(id)-\(country).json")
    return try #require(LookupAnswer(rows, id: id, country: country)?.details)
  }

  /// `2.6 video Harbour Song`
  private func lines(_ details: AlbumDetails) -> [String] {
    details.tracks.map { track in
      [
        "\(track.disc.map(String.init) ?? "-").\(track.number.map(String.init) ?? "-")",
        track.isVideo ? "video" : nil, track.isAlbumOnly ? "album only" : nil, track.title ?? "-",
      ].compactMap(\.self).joined(separator: " ")
    }
  }

  @Test("of two discs with videos and gaps, out of order, next to another album's song")
  func discs() throws {
    let details = try fixture(900_100_001)
    #expect(
      lines(details) == [
        "1.1 Ten Thousand Lanterns", "1.2 Rope and Tar", "1.3 The Ferryman's Daughter", "1.4 Salt",
        "1.5 What the Tide Said", "1.6 Lamp Oil", "1.7 album only Harbour Song", "1.8 Nine Bells",
        "1.9 Ghost of a Gull", "1.10 Low Water", "2.1 Salt (Demo)", "2.2 Lamp Oil (Demo)",
        "2.4 Nine Bells (Live)", "2.6 video Harbour Song", "2.7 video Salt",
      ])
    #expect(details.discCount == 2)
    #expect(
      details.gaps == [
        AlbumDetails.Gap(disc: 2, numbers: 3...3), AlbumDetails.Gap(disc: 2, numbers: 5...5),
      ])
    #expect(details.missingCount == 2)
    #expect(details.album.releaseYear == 1998)
    #expect(details.tracks.first?.length == .milliseconds(164777))
  }

  @Test("that is an EP, a Single, one in Cyrillic, and one without songs")
  func others() throws {
    let ep = try fixture(900_100_002)
    #expect(ep.album.title == "Small Lanterns - EP")
    #expect(ep.tracks.map(\.number) == [1, 2, 3, 4, 5])
    #expect(ep.gaps == [] && ep.missingCount == 0)
    #expect(try fixture(900_100_013).tracks.map(\.length) == [.seconds(3725)])
    let cyrillic = try fixture(900_200_002, .russia)
    #expect(cyrillic.tracks.map(\.title).last == "Звёзды вместо экрана")
    #expect(cyrillic.gaps.map(\.numbers) == [4...4, 6...7])
    #expect(cyrillic.missingCount == 3)
    let streamed = try fixture(900_100_014)
    #expect(streamed.tracks == [] && streamed.gaps == [])
    #expect(streamed.missingCount == 40)
    #expect(streamed.album.releaseYear == nil)
  }

  @Test("keeps songs without length, number or title")
  func missing() throws {
    let details = try fixture(900_100_015)
    #expect(lines(details) == ["1.1 Untimed", "1.3 -", "1.- Unnumbered"])
    #expect(details.tracks.map(\.length) == [nil, nil, .seconds(61)])
    // If a song has no number, the missing ones cannot be identified.
    #expect(details.gaps == [])
  }

  @Test("when the answer has only a song of it")
  func songAlone() throws {
    let details = try fixture(900_100_199)
    #expect(lines(details) == ["1.4 album only Only with the Album"])
    #expect(
      details.album
        == Album(
          id: 900_100_004, country: .unitedStates, title: "Lanterns 10",
          artist: "Paper Lanterns & the Quayside Quartet", trackCount: 12, releaseYear: 2012,
          explicitness: .notExplicit, artworkURL: details.album.artworkURL,
          pageURL: details.album.pageURL))
    #expect(details.gaps.map(\.numbers) == [1...3, 5...12])
    #expect(details.missingCount == 11)
  }

  @Test("is nil if all rows belong to others")
  func foreign() throws {
    #expect(try details(1, Answers.album(2, "Other"), Answers.song(1, of: 2)) == nil)
    #expect(try details(1) == nil)
    #expect(try details(1, "{\"wrapperType\":\"artist\", \"artistId\":1}") == nil)
  }

  @Test("reports a missing disc as a whole, and does not count a booklet as a gap")
  func gaps() throws {
    let whole = try #require(
      try details(
        1, Answers.album(1, "A", count: 9), Answers.song(1, of: 1, disc: 1, discs: 3, count: 1),
        Answers.song(2, of: 1, disc: 3, discs: 3, count: 3)))
    #expect(
      whole.gaps == [
        AlbumDetails.Gap(disc: 2, numbers: nil), AlbumDetails.Gap(disc: 3, numbers: 1...1),
        AlbumDetails.Gap(disc: 3, numbers: 3...3),
      ])
    #expect(whole.missingCount == 7)
    let booklet = try #require(
      try details(
        1, Answers.album(1, "A", count: 3), Answers.song(1, of: 1, count: 3),
        Answers.song(2, of: 1, count: 3, kind: "interactive-booklet"),
        Answers.song(3, of: 1, count: 3)))
    #expect(booklet.tracks.map(\.number) == [1, 3])
    #expect(booklet.gaps == [] && booklet.missingCount == 0)
  }

  @Test("with absurd numbers does no harm")
  func absurd() throws {
    let huge = 9_007_199_254_740_992
    let details = try #require(
      try details(
        1, Answers.album(1, "A", count: huge),
        Answers.song(huge, of: 1, disc: huge, discs: huge, count: huge)
          .replacingOccurrences(of: "\"trackId\":\(1000 + huge * 101)", with: "\"trackId\":5"),
        Answers.song(1, of: 1)))
    #expect(details.discCount == 1000)
    #expect(details.missingCount == huge - 2)
  }

  @Test("may have more songs if it has as many as a store ever returns")
  func long() throws {
    let songs = (1...200).map { Answers.song($0, of: 1, count: 250) }.joined(separator: ",")
    let details = try #require(try details(1, Answers.album(1, "A", count: 250), songs))
    #expect(details.mayGoOn)
    #expect(details.tracks.count == 200)
    #expect(details.gaps.map(\.numbers) == [201...250])
    #expect(try !fixture(900_100_001).mayGoOn)
  }

  @Test("lists each song once")
  func twice() throws {
    let details = try #require(
      try details(
        1, Answers.album(1, "A", count: 2), Answers.song(2, of: 1, count: 2),
        Answers.song(1, of: 1, count: 2), Answers.song(2, of: 1, count: 2)))
    #expect(details.tracks.map(\.number) == [1, 2])
  }
}
