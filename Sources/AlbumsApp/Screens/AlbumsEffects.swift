import Albums
import Synchronization
import Terminal

/// Runs the effects of the albums' screens, each request in its own task: a new request cancels the
/// one before.
final class AlbumsEffects: Sendable {
  private let person: @Sendable () -> Person?
  private let setting: CatalogueSetting
  private let tasks = Mutex(Tasks())

  private struct Tasks {
    var question: Task<Void, Never>?
    var covers: [CoverKey: Task<Void, Never>] = [:]
  }

  /// - Parameter person: asks for the logged-in user; may block.
  init(person: @escaping @Sendable () -> Person?, _ setting: CatalogueSetting) {
    (self.person, self.setting) = (person, setting)
  }

  func perform(_ effect: AlbumsEffect, _ mailbox: Mailbox<AlbumsMessage>) {
    switch effect {
    case .search(let question, let term, let wanted):
      ask(
        question, mailbox, { .found(question, $0) },
        { [setting] waiting throws(AlbumsError) in
          try await setting.client.search(
            AlbumSearch(term, country: setting.country), self.chosen(wanted), waiting: waiting)
        })
    case .band(let question, let album, let wanted):
      ask(
        question, mailbox, { .found(question, $0) },
        { [setting] waiting throws(AlbumsError) in
          try await setting.client.albums(
            ofArtist: album.artistID ?? 0, country: album.country, self.chosen(wanted),
            waiting: waiting)
        })
    case .open(let question, let album, let wanted):
      ask(
        question, mailbox, { .opened(question, $0) },
        { [setting] waiting throws(AlbumsError) in
          try await setting.client.album(
            album.id ?? 0, country: album.country, self.chosen(wanted), waiting: waiting)
        })
    case .covers(let wanted): fetch(wanted, mailbox)
    case .giveUp: tasks.withLock { $0.question?.cancel() }
    case .person:
      let person = person
      Task.detached { mailbox.post(.person(person())) }
    }
  }

  private func ask<Value>(
    _ question: Int, _ mailbox: Mailbox<AlbumsMessage>,
    _ message: @escaping @Sendable (Fetched<Value>) -> AlbumsMessage,
    _ body: @escaping @Sendable (@escaping Waiting) async throws(AlbumsError) -> Answer<Value>
  ) {
    tasks.withLock { tasks in
      tasks.question?.cancel()
      tasks.question = Task.detached {
        do throws(AlbumsError) {
          let answer = try await body { wait in
            mailbox.post(.waiting(question, wait))
            return true
          }
          mailbox.post(message(.loaded(answer)))
        } catch {
          mailbox.post(message(.failed(error)))
        }
      }
    }
  }

  /// `--offline` overrides what a key asks for.
  private func chosen(_ wanted: Reading) -> Reading {
    setting.reading == .offline || wanted != .refresh ? setting.reading : .refresh
  }

  /// Fetches the covers that are needed, and cancels the others.
  private func fetch(_ wanted: [CoverKey: Album], _ mailbox: Mailbox<AlbumsMessage>) {
    tasks.withLock { tasks in
      for (key, task) in tasks.covers where wanted[key] == nil {
        task.cancel()
        tasks.covers[key] = nil
      }
      for (key, album) in wanted where tasks.covers[key] == nil {
        tasks.covers[key] = Task.detached { await self.fetch(key, of: album, mailbox) }
      }
    }
  }

  private func fetch(
    _ key: CoverKey, of album: Album, _ mailbox: Mailbox<AlbumsMessage>
  ) async {
    let data = try? await setting.client.cover(
      of: album, pixels: Covers.pixels(columns: key.columns),
      setting.reading == .offline ? .offline : .keptFirst)
    let cover = data.flatMap { CoverPicture(jpeg: Array($0), side: key.columns) }
    // Checked under the same lock: another task may use the same key by now.
    let isWanted = tasks.withLock { tasks in
      if Task.isCancelled { return false }
      tasks.covers[key] = nil
      return true
    }
    if isWanted { mailbox.post(.cover(key, cover)) }
  }
}
