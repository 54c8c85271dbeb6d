import CLinux

// Safety: the C library reads its arguments, and stores the number, before the call returns.

/// A copy of this process that may crash without ending the program: fork(2). The program must have a single thread.
package struct ForkedProcess: Sendable {
  /// How a process ended.
  package enum End: Hashable, Sendable {
    case exited(status: Int32)
    case killed(signal: Int32)
  }

  package let id: Int32

  /// Runs `body` in a copy of this process, which exits with the status that `body` returns. The kernel kills the copy when this process
  /// ends. Blocked signals stay blocked in the copy.
  ///
  /// - Parameters:
  ///   - memory: The limit of the copy's private memory in bytes; `malloc` fails beyond it.
  ///   - inBackground: Whether the copy has the lowest priority, so that it hardly slows other processes down.
  @export(interface) package init(memory: Int64, inBackground: Bool = false, _ body: () -> Int32) throws(SystemError) {
    let process = cl_fork(memory)
    if process == 0 {
      if inBackground { cl_lower_priority() }
      exit(body())
    }
    if process < 0 { throw SystemError("start", "a process", errno: -process) }
    id = process
  }

  /// Runs a program that reads `input` as its standard input. The kernel kills it when this process ends. Its exit status is 126 if it
  /// cannot be executed.
  ///
  /// - Parameter memory: The limit of the program's private memory in bytes.
  @export(interface) package init(running path: String, input: [UInt8], memory: Int64) throws(SystemError) {
    let file = unsafe cl_memory_file(input, input.count)
    if file < 0 { throw SystemError("create", "a file in memory", errno: -file) }
    let content = FileDescriptor(owning: file, path: path)
    try self.init(memory: memory) {
      unsafe cl_become_program(path, content.raw)
      return 126
    }
  }

  package func send(_ signal: Int32) { _ = kill(id, signal) }

  /// Kills the process, and those that a program has started, without waiting for its end, which a slow disk may delay. Its ID is no longer
  /// valid afterwards.
  package func stop() { cl_abandon(id) }

  /// Returns how the process ended; `nil` while it is running. Once this has returned an end, the process ID is no longer valid. Never
  /// blocks.
  package func end() -> End? {
    var signal: Int32 = 0
    let status = unsafe cl_end(id, &signal)
    if status < 0 { return nil }
    return signal == 0 ? .exited(status: status) : .killed(signal: signal)
  }
}
