/// Names the release that both programs share.
package enum Release {
  package static let product = "regapp"
  package static let version = "0.8.0"
  /// The day of this version, as the manual pages print it.
  package static let day = "2026-11-30"
}
