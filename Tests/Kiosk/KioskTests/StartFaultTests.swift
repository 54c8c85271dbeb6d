import Foundation
import TestSupport
import Testing

/// Starts a service while system calls that concern its files fail, once or from some call on. It always draws, runs, and ends when asked to.
@Suite struct StartFaultTests {
  /// More with STAR_START_FAULTS=2000.
  static let seeds = 1...(UInt64(ProcessInfo.processInfo.environment["STAR_START_FAULTS"] ?? "") ?? 40)

  /// The calls, and errors that the kernel gives for them.
  private static let faults: [(call: String, errors: [String])] = [
    ("openat", ["EACCES", "EIO", "EMFILE", "ENFILE", "ENOENT", "ENOMEM", "ENOSPC", "EROFS"]),
    ("read", ["EIO", "EISDIR", "ENOMEM"]), ("pread64", ["EIO"]), ("pwrite64", ["EDQUOT", "EFBIG", "EIO", "ENOSPC"]),
    ("write", ["EDQUOT", "EIO", "ENOSPC"]), ("newfstatat", ["EACCES", "EIO", "ENOENT", "ENOMEM"]),
    ("fcntl", ["EACCES", "EINVAL", "EIO", "ENOLCK"]), ("ftruncate", ["EIO", "EPERM"]), ("fsync", ["EIO", "ENOSPC"]),
    ("fdatasync", ["EIO", "ENOSPC"]), ("mmap", ["ENODEV", "ENOMEM"]), ("getdents64", ["EIO", "ENOENT"]),
    ("renameat", ["EIO", "ENOSPC", "EROFS"]), ("unlink", ["EIO", "EROFS"]), ("unlinkat", ["EACCES", "EIO"]),
    ("fchown", ["EIO", "EPERM"]), ("fallocate", ["ENOSPC", "EOPNOTSUPP"]), ("flock", ["ENOLCK"]),
    ("fstatfs", ["EIO", "ENOSYS"]), ("readlink", ["EACCES", "EIO"]), ("mkdirat", ["EACCES", "ENOSPC"]),
  ]

  /// Calls of the kernel's services.
  private static let services: [(call: String, errors: [String])] = [
    ("inotify_init1", ["EMFILE", "ENFILE", "ENOMEM"]), ("inotify_add_watch", ["EACCES", "ENOMEM", "ENOSPC"]),
    ("timerfd_create", ["EMFILE", "ENFILE", "ENODEV", "ENOMEM"]), ("timerfd_settime", ["ECANCELED", "EINVAL"]),
    ("socket", ["EACCES", "EAFNOSUPPORT", "EMFILE", "ENOBUFS"]), ("bind", ["EACCES", "EADDRINUSE"]),
    ("adjtimex", ["EPERM", "ENOSYS"]), ("clock_adjtime", ["EPERM", "ENOSYS"]), ("sched_setscheduler", ["EPERM"]),
    ("prctl", ["EINVAL", "EPERM"]), ("setpriority", ["EACCES", "EPERM"]), ("madvise", ["EAGAIN", "EINVAL", "ENOSYS"]),
    ("getrandom", ["ENOSYS"]), ("uname", ["EPERM"]), ("sysinfo", ["EPERM"]), ("umask", ["EPERM"]),
  ]

  /// All but the libraries, which are the loader's business.
  private static let files = [
    "kiosk.conf", "star-kiosk.json", "star-kiosk.blackbox", "state", "state/last-good.conf", "state/starts",
    "state/journal.sqlite", "state/journal.sqlite-wal", "state/journal.sqlite-shm", "state/journal.sqlite.spill",
  ]

  @Test(arguments: seeds) func everyStartStands(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    func pick<Element>(_ choices: [Element]) -> Element { choices[Int(random.next() % UInt64(choices.count))] }
    let program = try Program()
    defer { program.remove() }
    try program.configure(
      """
      [slider]
      stars = 7
      [question q]
      [language en]
      question q = How was it?
      [language ar]
      question q = كيف كانت تجربتك؟
      [kiosk]
      hours = 00:00-24:00
      """)
    let service = ["/usr/bin/env", "STATE_DIRECTORY=" + program.path("state")]
    let words = ["--config", program.path("kiosk.conf"), "--display", "memory", "--touch", "/dev/input/event999"]
    func stop(_ kiosk: Process) {
      kiosk.terminate()
      kiosk.waitUntilExit()
    }
    // Half of the starts are the first one.
    if pick([true, false]) {
      let first = try program.start(words, command: service)
      #expect(try program.wait(60) { try program.log().contains("drawing to") })
      stop(first)
    }
    let concernsFiles = random.next() % 4 > 0
    let (call, errors) = pick(concernsFiles ? Self.faults : Self.services)
    let fault = "\(call):error=\(pick(errors)):when=\(1 + random.next() % 12)" + pick(["", "+"])
    let kiosk = try program.start(
      words,
      command: service + [
        "/usr/bin/strace", "-D", "-qq", "-o", "/dev/null", "-e", "trace=" + call, "-e", "inject=" + fault,
      ]
        + (concernsFiles ? Self.files.flatMap { ["-P", program.path($0)] } : []))
    #expect(
      try program.wait(60) { try program.log().contains("drawing to") || !kiosk.isRunning }, "\(fault)")
    #expect(kiosk.isRunning, "\(fault): \((try? program.log()) ?? "")")
    stop(kiosk)
    #expect(
      kiosk.terminationReason == .exit && kiosk.terminationStatus == 0, "\(fault): \((try? program.log()) ?? "")")
  }
}
