import CLinux

/// The virtual terminal that owns the screen. While the program controls it, it shows no text and no cursor.
///
/// A program creates a `SignalSource` with `Console.releaseSignal` and `Console.acquireSignal`, then a console, calls `take()`, and opens
/// the screen. On the release signal it suspends the screen and calls `allowRelease()`. On the acquire signal it calls `confirmAcquire()`
/// and resumes the screen. At the end it closes the screen and calls `restore()`.
///
/// While the console is taken, the keyboard is off (K_OFF), so that keys do not reach a shell behind the picture. Ctrl+Alt+Fn does not work
/// then, but `chvt` does. The program calls `silenceKeyboard()` whenever it is awake.
package final class Console {
  /// Sent when another terminal requests the screen: SIGRTMIN + 4.
  package static var releaseSignal: Int32 { cl_realtime_signal(4) }
  /// Sent when the screen is available again: SIGRTMIN + 5.
  package static var acquireSignal: Int32 { cl_realtime_signal(5) }

  private let file: FileDescriptor
  /// The modes to restore; `nil` unless the console is taken.
  private var saved: Modes?

  /// Opens the terminal at `path`. The default is the terminal of standard input, or else the active one.
  ///
  /// - Throws: If no terminal is accessible: in a container, on a serial console, or without permission. The screen works without one.
  @export(interface) package init(_ path: String? = nil) throws(SystemError) { file = try Self.find(path) }

  deinit { restore() }

  /// The terminal's path, such as "/dev/tty1".
  package var path: String { file.path }

  /// Sets graphics mode, turns the keyboard off, requests a signal before each switch, and installs the handlers that restore
  /// the terminal after a crash. If it throws, nothing has changed.
  @export(interface) package func take() throws(SystemError) {
    if saved != nil { return }
    let found = try Modes(of: file).withoutLeftovers
    saved = found
    do throws(SystemError) {
      cl_guard_console(file.raw, found.keyboard)
      try file.control("turn off the keyboard of", UInt(KDSKBMODE), value: Int(K_OFF))
      var handover = vt_mode()
      handover.mode = CChar(VT_PROCESS)
      handover.relsig = Int16(Self.releaseSignal)
      handover.acqsig = Int16(Self.acquireSignal)
      try file.control("take", UInt(VT_SETMODE), &handover)
      try file.control("set graphics mode of", UInt(KDSETMODE), value: Int(KD_GRAPHICS))
    } catch {
      restore()
      throw error
    }
  }

  /// Answers the release signal by giving the screen to the other terminal.
  package func allowRelease() { try? file.control("release", UInt(VT_RELDISP), value: 1) }

  /// Answers the acquire signal.
  package func confirmAcquire() { try? file.control("acquire", UInt(VT_RELDISP), value: Int(VT_ACKACQ)) }

  /// Turns the keyboard off again if the console is taken. Alt+SysRq+R on a keyboard turns it on without notifying a program.
  package func silenceKeyboard() {
    if saved != nil { try? file.control("turn off the keyboard of", UInt(KDSKBMODE), value: Int(K_OFF)) }
  }

  /// Restores the modes that `take` saved. Does nothing if the console is not taken.
  @export(interface) package func restore() {
    guard let modes = saved else { return }
    saved = nil
    modes.apply(to: file)
    cl_unguard_console()
  }

  /// Sets a terminal to text mode after a program was killed with SIGKILL. Returns the terminal's path.
  @export(interface) package static func reset(_ path: String? = nil) throws(SystemError) -> String {
    let file = try find(path)
    // After a switch away from a dead owner, the kernel has set text mode but left the screen blank. Setting text mode again would do
    // nothing, so graphics mode is set first.
    try? file.control("set graphics mode of", UInt(KDSETMODE), value: Int(KD_GRAPHICS))
    // `apply` ignores errors, so text mode is set once more to report a failure.
    Modes.text.apply(to: file)
    try file.control("set text mode of", UInt(KDSETMODE), value: Int(KD_TEXT))
    return file.path
  }

  private static func find(_ path: String?) throws(SystemError) -> FileDescriptor {
    if let path { return try open(path) }
    do throws(SystemError) { return try open("/proc/self/fd/0") } catch {}
    let any = try open("/dev/tty0")
    let number = activeNumber(of: any)
    return number > 0 ? try open("/dev/tty\(number)") : any
  }

  /// Opens a virtual terminal; throws ENOTTY for any other device.
  private static func open(_ path: String) throws(SystemError) -> FileDescriptor {
    // Without O_NOCTTY a session leader would receive this terminal's SIGHUP and SIGINT.
    let file = try FileDescriptor(opening: path, flags: O_RDWR | O_NOCTTY | O_NONBLOCK)
    var mode: Int32 = 0
    try file.control("find a virtual terminal at", UInt(KDGETMODE), &mode)
    return file
  }

  /// Returns the number of the active terminal; 0 if it is unknown.
  private static func activeNumber(of file: borrowing FileDescriptor) -> Int32 {
    var state = vt_stat()
    do throws(SystemError) { try file.control("ask", UInt(VT_GETSTATE), &state) } catch { return 0 }
    return Int32(state.v_active)
  }
}

/// The three modes of a virtual terminal that a graphics program changes.
struct Modes {
  /// The display mode: KD_TEXT or KD_GRAPHICS.
  var display: Int32 = 0
  /// The keyboard mode: K_UNICODE, K_XLATE and so on.
  var keyboard: Int32 = 0
  var handover = vt_mode()

  /// The modes of a terminal after boot.
  static let text = Modes()

  private init() {
    (display, keyboard) = (Int32(KD_TEXT), Int32(K_UNICODE))
    handover.mode = CChar(VT_AUTO)
  }

  init(of file: borrowing FileDescriptor) throws(SystemError) {
    try file.control("read the mode of", UInt(KDGETMODE), &display)
    try file.control("read the keyboard mode of", UInt(KDGKBMODE), &keyboard)
    try file.control("read the switching mode of", UInt(VT_GETMODE), &handover)
  }

  /// These modes, with those that a killed program left behind replaced by the modes of `text`. Restoring the leftovers would make the
  /// terminal unusable.
  var withoutLeftovers: Modes {
    var modes = self
    modes.display = Int32(KD_TEXT)
    if modes.keyboard == Int32(K_OFF) { modes.keyboard = Int32(K_UNICODE) }
    if modes.handover.mode != CChar(VT_AUTO) { modes.handover = Self.text.handover }
    return modes
  }

  /// Sets all three modes, even if one is rejected. The display mode comes last, so that the keys work before text appears.
  func apply(to file: borrowing FileDescriptor) {
    var handover = handover
    try? file.control("give back", UInt(VT_SETMODE), &handover)
    try? file.control("set the keyboard mode of", UInt(KDSKBMODE), value: Int(keyboard))
    try? file.control("set the mode of", UInt(KDSETMODE), value: Int(display))
  }
}
