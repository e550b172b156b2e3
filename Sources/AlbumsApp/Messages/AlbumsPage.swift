import Albums
import CommandKit
import TextTools
import WebPages

/// A page of albums for a browser, with their covers inside it: it loads nothing.
struct AlbumsPage {
  let html: [UInt8]
  /// How many covers could not be fetched.
  let lacking: Int

  /// The pixels a side of a cover.
  private static let side = 300
  /// How many covers are fetched at once.
  private static let atOnce = 6

  /// Fetches the covers. If one cannot be had, the page says so in its place.
  init(
    _ albums: [Album], titled title: String, _ setting: CatalogueSetting, _ language: Language
  ) async {
    let covers = await Self.covers(of: albums, setting)
    let lines = AlbumLines(language: language)
    var items: HTML = ""
    for (album, cover) in zip(albums, covers) {
      let title = lines.title(album)
      let picture: HTML =
        cover.map { jpeg in
          "<img src=\"data:image/jpeg;base64,\(Base64.text(jpeg))\" alt=\"\" width=\"300\" height=\"300\">"
        } ?? "<span class=\"none\">\(Phrase("no cover")[language])</span>"
      items = """
        \(items)<li>\(picture)
        <h2 dir="auto">\(title)</h2>
        <p dir="auto">\(lines.artist(album))</p>
        <p class="facts">\(lines.facts(album))</p>
        </li>

        """
    }
    let count = Phrase("\(albums.count, "album")")
    let body: HTML = """
      <h1 dir="auto">\(title)</h1>
      <p>\(count[language])</p>
      <ul class="albums">
      \(items)</ul>

      """
    let page = WebPage(
      title: "\(title) – \(AlbumsText.albums[language])", body: body, language: language,
      style: Self.style)
    let policy = "default-src 'none'; img-src data:; style-src \(Self.style.source)"
    html = Array(page.html(policy: policy).text.utf8)
    lacking = covers.count { $0 == nil }
  }

  private static func covers(
    of albums: [Album], _ setting: CatalogueSetting
  ) async -> [[UInt8]?] {
    await withTaskGroup(of: (Int, [UInt8]?).self) { group in
      func fetch(_ index: Int) {
        guard index < albums.count else { return }
        group.addTask {
          (index, try? await setting.client.cover(of: albums[index], pixels: side, setting.reading))
        }
      }
      var covers = [[UInt8]?](repeating: nil, count: albums.count)
      for index in 0..<atOnce { fetch(index) }
      var next = atOnce
      for await (index, cover) in group {
        covers[index] = cover
        fetch(next)
        next += 1
      }
      return covers
    }
  }

  private static let style = WebPage.Style(
    """
    main { max-width: 80rem }
    .albums { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr));
      gap: 1.5rem 1rem; list-style: none; margin: 1.5rem 0; padding: 0 }
    .albums img, .none { display: block; width: 100%; height: auto; aspect-ratio: 1;
      object-fit: cover; border-radius: .25rem; background: var(--panel) }
    .none { display: grid; place-items: center; color: var(--faint); border: 1px solid var(--line) }
    .albums h2 { color: var(--strong); font-size: 1rem; line-height: 1.3; margin: .5rem 0 0 }
    .albums p { margin: 0; font-size: .9375rem }
    .albums .facts { color: var(--faint) }
    """)
}
