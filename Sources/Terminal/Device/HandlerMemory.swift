import Glibc

/// Everything that a signal handler touches, in memory that is never freed.
///
/// A handler may run between any two instructions, so it must neither allocate nor lock. It reads
/// what was written here before it was installed. Handlers write only `endingSignal`; those of a
/// crash also `crashingThread` and what restoring the terminal changes.
struct HandlerMemory {
  /// The two ends of the pipe that wakes the loop; set once.
  var sleepEnd: Int32 = -1
  var wakeEnd: Int32 = -1
  /// The last signal that ends the loop; 0 if none came.
  var endingSignal: Int32 = 0

  /// Whether we own the terminal and must restore it.
  var isUp = false
  var input: Int32 = -1
  var output: Int32 = -1
  /// The terminal's settings before ours.
  var saved = termios()
  let leave = ControlSequences.leave.utf8Start
  let leaveCount = ControlSequences.leave.utf8CodeUnitCount
  let nowhere = UnsafeRawPointer(("/dev/null" as StaticString).utf8Start)
    .assumingMemoryBound(to: CChar.self)

  /// The real stderr, and the file that replaces it; -1 if stderr is in its place.
  var errors: Int32 = -1
  var parked: Int32 = -1
  /// How much of the file has been copied.
  var copied: off_t = 0
  let buffer = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 16)

  /// The thread whose crash is being handled; 0 if none.
  var crashingThread: pthread_t = 0
  let stack = UnsafeMutableRawPointer.allocate(byteCount: stackSize, alignment: 16)

  static let stackSize = 1 << 16
}

/// One for the process, as signals belong to the whole of it. Besides the handlers, only the thread
/// that runs the loop writes it; `runScreens` makes sure that there is only one.
nonisolated(unsafe) let handlerMemory: UnsafeMutablePointer<HandlerMemory> = {
  let memory = UnsafeMutablePointer<HandlerMemory>.allocate(capacity: 1)
  memory.initialize(to: HandlerMemory())
  return memory
}()

// The functions below also run in handlers: async-signal-safe system calls only, and no generics,
// for which an unoptimised build calls the runtime.

/// Restores the terminal, if we own it.
func giveBackTerminal() {
  let memory = handlerMemory
  guard memory.pointee.isUp else { return }
  writePatiently(memory.pointee.leave, memory.pointee.leaveCount, to: memory.pointee.output)
  // Flushing discards unread input that was meant for us and must not reach the shell.
  while tcsetattr(memory.pointee.input, TCSAFLUSH, &memory.pointee.saved) < 0, errno == EINTR {}
  memory.pointee.isUp = false
}

/// Reserves the terminal for the crashing thread: what the loop writes on its own thread from now
/// on goes nowhere, and cannot end up on the screen that was restored.
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

/// Copies the parked errors to the real stderr.
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

/// Writes as much as the reader accepts, but gives up after a second without progress, so that we
/// can end.
func writePatiently(_ bytes: UnsafeRawPointer, _ count: Int, to descriptor: Int32) {
  // A terminal may report room and then not have enough, so the write itself must not block. The
  // flag is shared with other processes, so it is set as briefly as possible.
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
