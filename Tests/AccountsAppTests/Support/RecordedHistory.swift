extension Home {
  /// Makes the changes recorded so far those of one user, who is the same on every machine.
  func settleHistory() throws {
    let text = try text(of: "history.jsonl")
    try write(text.replacing(/"user":"[^"]*"/, with: "\"user\":\"admin\""), to: "history.jsonl")
  }
}
