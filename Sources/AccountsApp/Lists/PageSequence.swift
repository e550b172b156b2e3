import AccountsFile

/// The pages of a list, one after another. While one is worked on, the next is read.
struct PageSequence: AsyncSequence, Sendable {
  typealias Read = @Sendable (Page.Cursor?) async throws(AccountsError) -> Page

  let read: Read

  func makeAsyncIterator() -> Iterator { Iterator(read) }

  final class Iterator: AsyncIteratorProtocol {
    private let read: Read
    private var ahead: Task<Result<Page, AccountsError>, Never>?

    fileprivate init(_ read: @escaping Read) {
      self.read = read
      ahead = begin(from: nil)
    }

    deinit { ahead?.cancel() }

    func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(AccountsError) -> Page? {
      guard let task = ahead else { return nil }
      let page = try await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }.get()
      ahead = page.next.map(begin)
      return page
    }

    private func begin(from cursor: Page.Cursor?) -> Task<Result<Page, AccountsError>, Never> {
      Task { [read] in
        do throws(AccountsError) {
          return .success(try await read(cursor))
        } catch {
          return .failure(error)
        }
      }
    }
  }
}

extension Registry {
  /// The accounts that a query asks for, a thousand on a page.
  /// - Parameter text: a text for which it looks instead of the query's.
  func pages(
    _ query: AccountsQuery = AccountsQuery(), holding text: String? = nil,
    on day: CalendarDay? = nil, withOwnKeys: Bool = false
  ) -> PageSequence {
    PageSequence { cursor throws(AccountsError) in
      try await list(
        from: cursor, limit: 1_000, holding: text ?? query.text, in: query.group,
        state: query.state, invitationOver: query.isOfOver, on: day, weak: query.isWeak,
        hash: query.hash, withOwnKeys: withOwnKeys)
    }
  }
}
