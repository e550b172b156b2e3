@testable import AccountsApp
@testable import CommandKit

extension Arguments {
  init(_ words: [String], of program: ProgramSpec) throws {
    try self.init(ScannedLine(words.map { ScannedLine.Word($0) }, of: program), of: program)
  }
}
