import AccountsSupport
import StoreSuite
import TestSupport
import Testing

@testable import Accounts
@testable import AccountsDocument
@testable import AccountsFile

@Suite("Who is meant, in a file") struct MeantInFileTests {
  private let documents = Documents()

  @Test("is never somebody else after random commands and hands, but by the file's own word")
  func random() async throws {
    var all = MeantRun.Answers()
    for seed in 0..<rounds(500) {
      var run = MeantRun(documents.registry, seed: UInt64(seed)) { [documents] accounts in
        let text = AccountsDocument.newText(rulebook: Promise.rulebook, accounts: accounts)
        try documents.write(String(decoding: text, as: UTF8.self))
      }
      try await run.run()
      all.add(run.answers)
      #expect(run.answers.wrong == 0, "seed \(seed)")
    }
    #expect(all.right > 0 && all.nobody > 0 && all.refused > 0 && all.byTheFile > 0)
  }
}
