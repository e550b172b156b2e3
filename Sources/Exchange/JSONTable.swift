import Accounts
import LosslessJSON

/// Accounts that are decoded at each access: of a million, only their places are kept.
protocol RecordTable: Sendable {
  var count: Int { get }
  /// True if nothing in any of them is dropped.
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
  /// The start of reading an account.
  private let emptyReading: ExchangeReading

  /// - Parameter reading: takes the faults.
  init(
    of list: JSONValue, in document: JSONDocument, _ options: ReadingOptions,
    into reading: inout ExchangeReading
  ) {
    self.document = document
    var empty = ExchangeReading(options)
    empty.idKey = reading.idKey
    emptyReading = empty
    var accounts: [JSONValue] = []
    for value in document.elements(of: list) {
      guard var record = JSONAccounts.record(value, in: document, into: &reading) else { continue }
      accounts.append(value)
      reading.finish(&record)
    }
    self.accounts = accounts
  }

  var count: Int { accounts.count }
  var isKeptWhole: Bool { emptyReading.others.isEmpty }

  subscript(index: Int) -> ExchangeRecord {
    var reading = emptyReading
    var record =
      JSONAccounts.record(accounts[index], in: document, into: &reading)
      ?? ExchangeRecord(at: accounts[index].range.lowerBound)
    reading.finish(&record)
    record.isBroken = !reading.faults.isEmpty
    return record
  }

  func names(at index: Int) -> FieldValues { self[index].values }
}
