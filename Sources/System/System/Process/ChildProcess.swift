import CLinux

/// A child process whose standard output the program reads: posix_spawn(3), waitpid(2).
package struct ChildProcess: ~Copyable {
  package let id: Int32
  private let path: String
  private let output: FileDescriptor

  /// Starts a program in this process's environment.
  ///
  /// - Parameters:
  ///   - arguments: Those after the program's name.
  ///   - silent: Whether to discard standard error.
  @export(interface) package init(_ path: String, _ arguments: [String], silent: Bool = false) throws(SystemError) {
    var ends: (Int32, Int32) = (-1, -1)
    let code = withUnsafeMutablePointer(to: &ends) { pointer in
      pointer.withMemoryRebound(to: Int32.self, capacity: 2) { cl_pipe($0) }
    }
    if code < 0 { throw SystemError("create", "a pipe", errno: -code) }
    let output = FileDescriptor(owning: ends.0, path: path)
    let input = FileDescriptor(owning: ends.1, path: path)
    var words: [UnsafeMutablePointer<CChar>?] = [path.withCString { strdup($0) }]
    for argument in arguments { words.append(argument.withCString { strdup($0) }) }
    words.append(nil)
    let process = path.withCString { cl_spawn($0, words, input.raw, silent ? 1 : 0) }
    for word in words { free(word) }
    if process < 0 { throw SystemError("start", path, errno: -process) }
    id = process
    self.path = path
    self.output = output
  }

  /// Waits for output and returns at most 4 KiB of it; nothing once the program has closed it.
  @export(interface) package func read() throws(SystemError) -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = readOnce(output.raw, into: &chunk)
    if count < 0 { throw SystemError("read", path, errno: cl_errno()) }
    chunk.removeLast(chunk.count - count)
    return chunk
  }

  /// Sends SIGTERM.
  package func terminate() { _ = kill(id, SIGTERM) }

  /// Waits until the program exits. Returns its exit status, or 128 and the number of the signal that killed it.
  package consuming func wait() throws(SystemError) -> Int32 {
    let status = cl_wait(id)
    if status < 0 { throw SystemError("wait for", path, errno: -status) }
    return status
  }
}

/// The resources that this process and its terminated children have used: getrusage(2).
package struct ProcessUsage: Sendable {
  /// Nanoseconds of processor time.
  package let processor: Int64
  /// How often the kernel took the processor away for another program.
  package let preemptions: Int64

  package static func now() -> ProcessUsage {
    var (processor, preemptions): (Int64, Int64) = (0, 0)
    cl_usage(&processor, &preemptions)
    return ProcessUsage(processor: processor, preemptions: preemptions)
  }
}
