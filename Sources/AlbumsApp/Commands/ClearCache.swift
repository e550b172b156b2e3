import Albums
import CommandKit
import LosslessJSON

extension Commands {
  static let clear = Command(
    name: "clear", summary: "remove the cached answers and covers",
    details: Phrase("They contain what was searched for. No login is needed."),
    examples: ["regapp albums clear"],
    run: { invocation in
      let directory = CatalogueSetting.cacheDirectory(invocation.context)
      let count = await directory.map { AnswerCache(directory: $0) }?.clear() ?? 0
      try invocation.print(json: .object([.init("removed", .integer(count))]))
      invocation.say(
        Phrase("removed \(count, "cached answer and cover", "cached answers and covers")"))
    })
}
