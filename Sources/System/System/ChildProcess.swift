import CLinux

/// A program that was started, and whose standard output is read: posix_spawn(3), waitpid(2).
package struct ChildProcess: ~Copyable {
  package let id: Int32
  private let path: String
  private let output: FileDescriptor

  /// Starts a program with this one's environment. `arguments` are those after its name.
  @export(interface) package init(_ path: String, _ arguments: [String], silent: Bool = false) throws(SystemError) {
    var ends: (Int32, Int32) = (-1, -1)
    let code = withUnsafeMutablePointer(to: &ends) { pointer in
      pointer.withMemoryRebound(to: Int32.self, capacity: 2) { cl_pipe($0) }
    }
    if code < 0 { throw SystemError("make", "a pipe", errno: -code) }
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

  /// What the program has to say next, at most 4 KiB; empty when it has closed its output.
  @export(interface) package func read() throws(SystemError) -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = chunk.withUnsafeMutableBytes { buffer in
      retryingInterrupts { CLinux.read(output.raw, buffer.baseAddress, buffer.count) }
    }
    if count < 0 { throw SystemError("read", path, errno: cl_errno()) }
    chunk.removeLast(chunk.count - count)
    return chunk
  }

  /// Asks it to end: kill(2) with SIGTERM.
  package func terminate() { _ = kill(id, SIGTERM) }

  /// Waits until it has ended: its exit code, or 128 + the signal that killed it.
  package consuming func wait() throws(SystemError) -> Int32 {
    let status = cl_wait(id)
    if status < 0 { throw SystemError("wait for", path, errno: -status) }
    return status
  }
}

/// What this process and its ended children have used so far: getrusage(2).
package struct ProcessUsage: Sendable {
  /// Nanoseconds of processor time.
  package let processor: Int64
  /// How often the kernel gave the processor to another program before they were done with it.
  package let preemptions: Int64

  package static func now() -> ProcessUsage {
    var (processor, preemptions): (Int64, Int64) = (0, 0)
    cl_usage(&processor, &preemptions)
    return ProcessUsage(processor: processor, preemptions: preemptions)
  }
}
