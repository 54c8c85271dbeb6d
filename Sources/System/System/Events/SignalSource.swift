import CLinux

// Safety: the kernel gets the address and the size of a variable.

/// Signals that are read from a descriptor instead of interrupting the process: signalfd(2).
///
/// Create it before any thread starts, and before `Console` uses its two signals.
package struct SignalSource: ~Copyable {
  private let file: FileDescriptor

  /// Blocks `signals` in this process and queues them.
  package init(_ signals: [Int32]) throws(SystemError) {
    let raw = try check(unsafe cl_signal_source(signals, signals.count), "open", "signalfd")
    file = FileDescriptor(owning: raw, path: "signalfd")
  }

  /// A descriptor that is readable when a signal is queued.
  package var descriptor: Int32 { file.raw }

  /// Returns the next queued signal, or `nil`. Never blocks.
  package func next() -> Int32? {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    let count = retryingInterrupts { unsafe CLinux.read(file.raw, &info, size) }
    return count == size ? Int32(bitPattern: info.ssi_signo) : nil
  }
}

/// The signals that the programs use.
package enum Signal {
  package static var terminate: Int32 { SIGTERM }
  package static var interrupt: Int32 { SIGINT }
  package static var hangUp: Int32 { SIGHUP }
  package static var user1: Int32 { SIGUSR1 }
  package static var user2: Int32 { SIGUSR2 }
  /// A device changed; see `DeviceWatch`.
  package static var deviceChanged: Int32 { SIGIO }
  package static var alarm: Int32 { SIGALRM }
  /// A child process ended.
  package static var child: Int32 { SIGCHLD }
  /// The reader of a pipe is gone. If the signal is queued or ignored, the write fails with EPIPE instead.
  package static var brokenPipe: Int32 { SIGPIPE }
  /// A file would exceed this process's size limit. If the signal is queued or ignored, the write fails with EFBIG instead.
  package static var fileTooLarge: Int32 { SIGXFSZ }

  /// Ignores a signal in this process and in its children.
  package static func ignore(_ signal: Int32) { cl_ignore_signal(signal) }
}
