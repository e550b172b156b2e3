import Accounts
import LosslessJSON

/// Accounts that are decoded at each access: of a million, only their places are kept.
protocol RecordTable: Sendable {
  var count: Int { get }
  /// True if nothing in any of them is dropped or reported.
  var isKeptWhole: Bool { get }
  subscript(index: Int) -> ExchangeRecord { get }
  /// The names of an account, without its other values if these are decoded apart.
  func names(at index: Int) -> FieldValues
}

/// The accounts of a list in JSON. A class, because copying the document for decoding would cost
/// more than decoding.
final class JSONTable: RecordTable {
  private let document: JSONDocument
  private let accounts: [JSONValue]
  /// Tells which keys are marks; nil in a file of ours, where none is.
  private let options: ReadingOptions?
  private let leavesOutOwnKeys: Bool
  /// The start of reading an account, with the marks that have one of their listed words in any
  /// account.
  private let emptyReading: ExchangeReading

  /// - Parameters:
  ///   - options: tells which keys are marks; nil in a file of ours, where none is.
  ///   - reading: takes the faults.
  init(
    of list: JSONValue, in document: JSONDocument, marks options: ReadingOptions?,
    _ all: ReadingOptions, into reading: inout ExchangeReading
  ) {
    (self.document, self.options) = (document, options)
    leavesOutOwnKeys = all.ignoresUnknown
    var accounts: [JSONValue] = []
    for value in document.elements(of: list) {
      let record = JSONAccounts.record(value, in: document, options, into: &reading)
      guard let record else { continue }
      accounts.append(value)
      reading.judged.formUnion(record.marks.listed)
    }
    self.accounts = accounts
    var emptyReading = ExchangeReading(all)
    emptyReading.judged = reading.judged
    self.emptyReading = emptyReading
    guard leavesOutOwnKeys else { return }
    for index in accounts.indices {
      for (place, fault) in decoded(index).leftOut { reading.fail(fault, at: place) }
    }
  }

  var count: Int { accounts.count }
  var isKeptWhole: Bool { false }

  subscript(index: Int) -> ExchangeRecord { decoded(index).record }

  func names(at index: Int) -> FieldValues { self[index].values }

  private func decoded(
    _ index: Int
  ) -> (record: ExchangeRecord, leftOut: [(offset: Int, fault: ExchangeFault)]) {
    var reading = emptyReading
    var record =
      JSONAccounts.record(accounts[index], in: document, options, into: &reading)
      ?? ExchangeRecord(at: accounts[index].range.lowerBound)
    reading.finish(&record)
    let leftOut = leavesOutOwnKeys ? record.leaveOutOwnKeys(but: reading.without) : []
    record.isBroken = !reading.faults.isEmpty || !leftOut.isEmpty
    return (record, leftOut)
  }
}
