import Glibc

/// All that a signal handler touches, in memory that is never freed.
///
/// A handler may come between any two instructions, so it must neither allocate nor lock. It reads
/// what was written here before it was set; the only things that handlers write are
/// `endingSignal` and `crashingThread`.
struct HandlerMemory {
  /// The two ends of the pipe that wakes the loop; set once.
  var sleepEnd: Int32 = -1
  var wakeEnd: Int32 = -1
  /// The last signal that ends the loop; 0: none came.
  var endingSignal: Int32 = 0

  /// Whether the terminal is ours, and has to be given back.
  var isUp = false
  var input: Int32 = -1
  var output: Int32 = -1
  /// The terminal's settings as the shell had them.
  var saved = termios()
  let leave = ControlSequences.leave.utf8Start
  let leaveCount = ControlSequences.leave.utf8CodeUnitCount
  /// What goes before that, so that no picture stays in the terminal: how many bytes, and the bytes.
  /// Beside it is room for the next, so that one that is being read is never written.
  var farewell = emptyFarewell()
  var nextFarewell = emptyFarewell()
  let nowhere = UnsafeRawPointer(("/dev/null" as StaticString).utf8Start)
    .assumingMemoryBound(to: CChar.self)

  /// The real stderr, and the file in its place; -1: it is in its own place.
  var errors: Int32 = -1
  var parked: Int32 = -1
  /// How much of the file was copied already.
  var copied: off_t = 0
  let buffer = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 16)

  /// The thread whose crash is being handled; 0: none.
  var crashingThread: pthread_t = 0
  let stack = UnsafeMutableRawPointer.allocate(byteCount: stackSize, alignment: 16)

  static let stackSize = 1 << 16
  static let farewellSize = 8192

  /// Keeps a farewell at hand, in place of the last one; whether the terminal is still to be written
  /// to. While another thread crashes it is not, and what that thread is about to say stays as it is.
  mutating func keep(farewell bytes: [UInt8]) -> Bool {
    guard crashingThread == 0 else { return false }
    let room = UnsafeMutableRawBufferPointer(
      start: nextFarewell + 1, count: Self.farewellSize)
    // Half a farewell would be worse than none.
    nextFarewell.pointee = bytes.count <= room.count ? bytes.count : 0
    room.copyBytes(from: bytes.prefix(room.count))
    swap(&farewell, &nextFarewell)
    return crashingThread == 0
  }

  private static func emptyFarewell() -> UnsafeMutablePointer<Int> {
    let words = farewellSize / MemoryLayout<Int>.size + 1
    let memory = UnsafeMutablePointer<Int>.allocate(capacity: words)
    memory.initialize(repeating: 0, count: words)
    return memory
  }
}

/// The one of the process: signals belong to the whole of it. Besides the handlers, only the thread
/// that runs the loop writes it; `runScreens` sees that there is one.
nonisolated(unsafe) let handlerMemory: UnsafeMutablePointer<HandlerMemory> = {
  let memory = UnsafeMutablePointer<HandlerMemory>.allocate(capacity: 1)
  memory.initialize(to: HandlerMemory())
  return memory
}()

// What follows is called in handlers too: system calls that are safe there, and no generics, for
// which an unoptimised build asks the runtime.

/// Gives the terminal back, if it is ours.
func giveBackTerminal() {
  let memory = handlerMemory
  guard memory.pointee.isUp else { return }
  let farewell = memory.pointee.farewell
  writePatiently(UnsafeRawPointer(farewell + 1), farewell.pointee, to: memory.pointee.output)
  writePatiently(memory.pointee.leave, memory.pointee.leaveCount, to: memory.pointee.output)
  // Flushing throws away what was typed for us and not read, and must not reach the shell.
  while tcsetattr(memory.pointee.input, TCSAFLUSH, &memory.pointee.saved) < 0, errno == EINTR {}
  memory.pointee.isUp = false
}

/// Keeps the terminal for the thread that crashes: what the loop writes on its own thread from here
/// on goes nowhere, and stands in no picture's sequence and behind no farewell.
func silenceLoop() {
  let memory = handlerMemory
  guard memory.pointee.isUp else { return }
  let own = dup(memory.pointee.output)
  let nowhere = open(memory.pointee.nowhere, O_WRONLY)
  guard own >= 0, nowhere >= 0 else { return }
  _ = dup2(nowhere, memory.pointee.output)
  if memory.pointee.input == memory.pointee.output { memory.pointee.input = own }
  memory.pointee.output = own
}

/// Copies to the real stderr what was written to the file in its place.
func copyParkedErrors() {
  let memory = handlerMemory
  guard memory.pointee.parked >= 0 else { return }
  while true {
    let count = pread(
      memory.pointee.parked, memory.pointee.buffer, 4096, memory.pointee.copied)
    if count < 0, errno == EINTR { continue }
    if count <= 0 { return }
    writePatiently(UnsafeRawPointer(memory.pointee.buffer), count, to: memory.pointee.errors)
    memory.pointee.copied += count
  }
}

/// Writes as much as is taken. Who takes nothing for a second is not waited for: we could not end.
private func writePatiently(_ bytes: UnsafeRawPointer, _ count: Int, to descriptor: Int32) {
  // A terminal may promise room and then not have enough of it, so the write itself must not wait.
  // Others share this flag, so it is set for as short as can be.
  let flags = fcntl(descriptor, F_GETFL)
  if flags >= 0 { _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) }
  var done = 0
  var naps = 0
  while done < count, naps < 50 {
    let written = write(descriptor, bytes + done, count - done)
    if written > 0 {
      done += written
      naps = 0
    } else if written < 0, errno == EAGAIN {
      poll(nil, 0, 20)
      naps += 1
    } else if written == 0 || errno != EINTR {
      break
    }
  }
  if flags >= 0 { _ = fcntl(descriptor, F_SETFL, flags) }
}
