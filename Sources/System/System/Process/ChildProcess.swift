import CLinux

// Safety: the C library reads its arguments, and fills the variables, before the call returns.

/// A child process whose standard output the program reads: posix_spawn(3), waitpid(2).
package struct ChildProcess: ~Copyable {
  /// What becomes of a child's standard error.
  package enum Errors {
    /// It is that of this process.
    case shown
    case discarded
    /// It is read with the standard output.
    case read
  }

  package let id: Int32
  private let path: String
  private let output: FileDescriptor

  /// Starts a program in this process's environment.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after the program's name.
  ///   - errors: What becomes of standard error.
  @export(interface) package init(
    _ path: String, _ arguments: [String], errors: Errors = .shown
  ) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    let code = unsafe cl_pipe(&ends)
    if code < 0 { throw SystemError("create", "a pipe", errno: -code) }
    let output = FileDescriptor(owning: ends[0], path: path)
    let input = FileDescriptor(owning: ends[1], path: path)
    // The words are copied, end with `nil`, and are freed once the child has its own copies.
    let words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    let target: Int32 =
      switch errors {
      case .shown: 0
      case .discarded: -1
      case .read: input.raw
      }
    let process = unsafe cl_spawn(path, words, input.raw, target)
    for i in unsafe words.indices { unsafe free(words[i]) }
    if process < 0 { throw SystemError("start", path, errno: -process) }
    id = process
    self.path = path
    self.output = output
  }

  /// Waits for output and returns at most 4 KiB of it; empty once the program has closed its output.
  @export(interface) package func read() throws(SystemError) -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: 4096)
    chunk.removeLast(chunk.count - (try output.read(into: &chunk)))
    return chunk
  }

  /// Returns all that the program prints, and its exit status as `wait` does.
  @export(interface) package consuming func readAll() throws(SystemError) -> (text: [UInt8], status: Int32) {
    var text: [UInt8] = []
    while case let chunk = try read(), !chunk.isEmpty { text += chunk }
    return (text, try wait())
  }

  /// Sends SIGTERM.
  package func terminate() { _ = kill(id, SIGTERM) }

  /// Waits until the program exits. Returns its exit status, or 128 plus the number of the signal that killed it.
  package consuming func wait() throws(SystemError) -> Int32 {
    let status = cl_wait(id)
    if status < 0 { throw SystemError("wait for", path, errno: -status) }
    return status
  }
}

/// The resources that this process and its terminated children have used: getrusage(2).
package struct ProcessUsage: Sendable {
  /// The processor time in nanoseconds.
  package let processor: Int64
  /// The number of times that the kernel gave the processor to another program.
  package let preemptions: Int64

  package static func now() -> ProcessUsage {
    var (processor, preemptions): (Int64, Int64) = (0, 0)
    unsafe cl_usage(&processor, &preemptions)
    return ProcessUsage(processor: processor, preemptions: preemptions)
  }
}
