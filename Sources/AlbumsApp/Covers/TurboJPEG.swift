import Glibc

/// The system's libturbojpeg, loaded when a cover is first decoded. Building needs nothing of it.
struct TurboJPEG: Sendable {
  /// Nil if there is none.
  static let installed = TurboJPEG("libturbojpeg.so.0")

  typealias Begin = @convention(c) () -> OpaquePointer?
  typealias End = @convention(c) (OpaquePointer) -> Int32
  typealias ReadHead =
    @convention(c) (
      OpaquePointer, UnsafePointer<UInt8>, UInt, UnsafeMutablePointer<Int32>,
      UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>
    ) -> Int32
  typealias Decompress =
    @convention(c) (
      OpaquePointer, UnsafePointer<UInt8>, UInt, UnsafeMutablePointer<UInt8>, Int32, Int32, Int32,
      Int32, Int32
    ) -> Int32

  private let begin: Begin
  private let end: End
  private let readHead: ReadHead
  private let decompress: Decompress

  init?(_ name: String) {
    guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { return nil }
    func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
      dlsym(library, name).map { unsafeBitCast($0, to: type) }
    }
    guard let begin = function("tjInitDecompress", Begin.self),
      let end = function("tjDestroy", End.self),
      let readHead = function("tjDecompressHeader3", ReadHead.self),
      let decompress = function("tjDecompress2", Decompress.self)
    else { return nil }
    (self.begin, self.end) = (begin, end)
    (self.readHead, self.decompress) = (readHead, decompress)
  }

  /// A picture in three bytes a pixel, no larger than needed; nil if it cannot be decoded, or has
  /// more than `greatest` pixels a side.
  func decoded(
    _ jpeg: [UInt8], atLeast side: Int, atMost greatest: Int
  ) -> (width: Int, height: Int, bytes: [UInt8])? {
    guard let decoder = begin() else { return nil }
    defer { _ = end(decoder) }
    var (width, height): (Int32, Int32) = (0, 0)
    var (sampling, space): (Int32, Int32) = (0, 0)
    guard
      readHead(decoder, jpeg, UInt(jpeg.count), &width, &height, &sampling, &space) == 0,
      (1...greatest).contains(Int(width)), (1...greatest).contains(Int(height))
    else { return nil }
    // The decoder can halve a picture almost for free.
    var divisor: Int32 = 8
    while divisor > 1, min(width, height) / divisor < Int32(side) { divisor /= 2 }
    let scaled = ((width + divisor - 1) / divisor, (height + divisor - 1) / divisor)
    var bytes = [UInt8](repeating: 0, count: Int(scaled.0) * Int(scaled.1) * 3)
    let rgb: Int32 = 0  // TJPF_RGB
    // A small file may ask for thousands of scans over the same picture.
    let limitScans: Int32 = 1 << 15  // TJFLAG_LIMITSCANS
    guard
      decompress(
        decoder, jpeg, UInt(jpeg.count), &bytes, scaled.0, 0, scaled.1, rgb, limitScans) == 0
    else { return nil }
    return (Int(scaled.0), Int(scaled.1), bytes)
  }
}
