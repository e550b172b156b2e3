import Foundation

/// libturbojpeg's compressor, to make pictures of every kind.
struct JPEGCompressor {
  static let installed = JPEGCompressor()
  static let progressive: Int32 = 1 << 14  // TJFLAG_PROGRESSIVE

  /// The values of TJPF.
  enum Format: Int32 {
    case rgb = 0
    case grey = 6
    case cmyk = 11
  }

  /// The values of TJSAMP.
  enum Sampling: Int32 {
    case full = 0
    case quarter = 2
    case none = 3
  }

  private typealias Begin = @convention(c) () -> OpaquePointer?
  private typealias End = @convention(c) (OpaquePointer) -> Int32
  private typealias Free = @convention(c) (UnsafeMutablePointer<UInt8>?) -> Void
  private typealias Compress =
    @convention(c) (
      OpaquePointer, UnsafePointer<UInt8>, Int32, Int32, Int32, Int32,
      UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<UInt>, Int32, Int32,
      Int32
    ) -> Int32

  private let begin: Begin
  private let end: End
  private let free: Free
  private let compress: Compress

  private init?() {
    guard let library = dlopen("libturbojpeg.so.0", RTLD_NOW),
      let begin = dlsym(library, "tjInitCompress"), let end = dlsym(library, "tjDestroy"),
      let free = dlsym(library, "tjFree"), let compress = dlsym(library, "tjCompress2")
    else { return nil }
    self.begin = unsafeBitCast(begin, to: Begin.self)
    self.end = unsafeBitCast(end, to: End.self)
    self.free = unsafeBitCast(free, to: Free.self)
    self.compress = unsafeBitCast(compress, to: Compress.self)
  }

  func jpeg(
    _ pixels: [UInt8], _ width: Int, _ height: Int, _ format: Format, _ sampling: Sampling,
    flags: Int32
  ) -> [UInt8]? {
    guard let compressor = begin() else { return nil }
    defer { _ = end(compressor) }
    var bytes: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    let code = compress(
      compressor, pixels, Int32(width), 0, Int32(height), format.rawValue, &bytes, &count,
      sampling.rawValue, 90, flags)
    defer { free(bytes) }
    return code == 0 ? Array(UnsafeBufferPointer(start: bytes, count: Int(count))) : nil
  }
}
