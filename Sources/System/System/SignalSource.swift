import CLinux

/// Signals as something to read instead of something that interrupts: signalfd(2), with the signals blocked.
///
/// Make it before any thread starts, and before `Console` asks for its two.
package struct SignalSource: ~Copyable {
  private let file: FileDescriptor

  /// Blocks `signals` for the process and takes them in from now on.
  package init(_ signals: [Int32]) throws(SystemError) {
    let raw = signals.withUnsafeBufferPointer { cl_signal_source($0.baseAddress, $0.count) }
    if raw < 0 { throw SystemError("open", "signalfd", errno: cl_errno()) }
    file = FileDescriptor(owning: raw, path: "signalfd")
  }

  /// Readable when a signal has come.
  package var descriptor: Int32 { file.raw }

  /// The next signal that came, or `nil` when there is none. Never waits.
  package func next() -> Int32? {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    let count = withUnsafeMutablePointer(to: &info) { pointer in
      retryingInterrupts { CLinux.read(file.raw, pointer, size) }
    }
    return count == size ? Int32(bitPattern: info.ssi_signo) : nil
  }
}

/// The signals that programs are ended by, and those that have no fixed meaning.
package enum Signal {
  package static var terminate: Int32 { SIGTERM }
  package static var interrupt: Int32 { SIGINT }
  package static var hangUp: Int32 { SIGHUP }
  package static var user1: Int32 { SIGUSR1 }
  package static var user2: Int32 { SIGUSR2 }
  /// The reader of a pipe is gone: taken in, a write says EPIPE instead of killing.
  package static var brokenPipe: Int32 { SIGPIPE }
  /// A file would be larger than this process may make one: taken in, a write says EFBIG instead of killing.
  package static var fileTooLarge: Int32 { SIGXFSZ }

  /// Makes the process, and those that it starts, take no notice of a signal.
  package static func ignore(_ signal: Int32) { cl_ignore_signal(signal) }
}
