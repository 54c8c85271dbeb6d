import CLinux

/// The virtual terminal that the screen belongs to: silent, without a cursor, and ours until somebody switches away.
///
/// The order of a program: `SignalSource` with `Console.releaseSignal` and `Console.acquireSignal` among its signals;
/// `Console(...)`; `take()`; the screen. On the release signal: suspend the screen, then `allowRelease()`. On the acquire
/// signal: `confirmAcquire()`, then resume the screen. At the end: close the screen, then `restore()`.
///
/// While it is taken, the keyboard is off (K_OFF), so that what is typed does not reach a shell behind the picture. The
/// kernel's own Ctrl+Alt+Fn is off with it; `chvt` works.
package final class Console {
  /// Says that another terminal wants the screen. SIGRTMIN + 4.
  package static var releaseSignal: Int32 { cl_realtime_signal(4) }
  /// Says that the screen is ours again. SIGRTMIN + 5.
  package static var acquireSignal: Int32 { cl_realtime_signal(5) }

  private let file: FileDescriptor
  private let number: Int32
  /// What to put back, while the console is taken.
  private var saved: Modes?

  /// Opens the terminal at `path`, or else standard input's, or else the one on the screen. Throws where there is none (a
  /// container, a serial console, no permission): a screen can be had without it, so say so and go on.
  @export(interface) package init(_ path: String? = nil) throws(SystemError) {
    file = try Self.find(path)
    var major: UInt32 = 0
    var minor: UInt32 = 0
    // Major 4 below 64 is tty1 ... tty63; behind another name (/dev/tty, /dev/console) the number is the active one's.
    let known = cl_character_device(file.raw, &major, &minor) == 0 && major == 4 && minor > 0 && minor < 64
    number = known ? Int32(minor) : Self.activeNumber(of: file)
  }

  deinit { restore() }

  /// As in "/dev/tty1".
  package var path: String { file.path }

  /// False while another terminal has the screen: do not draw yet, the acquire signal will come.
  package var isActive: Bool { Self.activeNumber(of: file) == number }

  /// Asks the kernel to switch to this terminal; the acquire signal says when it has.
  @export(interface) package func activate() throws(SystemError) {
    try file.control("switch to", UInt(VT_ACTIVATE), value: Int(number))
  }

  /// Puts the terminal into graphics, turns its keyboard off, asks to be asked before a switch, and arms the guards that put
  /// it all back after a crash. Throws with nothing changed.
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

  /// Answers the release signal: the other terminal may have the screen.
  package func allowRelease() {
    try? file.control("release", UInt(VT_RELDISP), value: 1)
  }

  /// Answers the acquire signal.
  package func confirmAcquire() {
    try? file.control("acquire", UInt(VT_RELDISP), value: Int(VT_ACKACQ))
  }

  /// Puts back what `take` found. Calling it twice does nothing.
  @export(interface) package func restore() {
    guard let modes = saved else { return }
    saved = nil
    modes.apply(to: file)
    cl_unguard_console()
  }

  /// Puts any terminal back to text, whoever left it: for what is run after a program was killed with SIGKILL. Returns the
  /// terminal's path.
  @export(interface) package static func reset(_ path: String? = nil) throws(SystemError) -> String {
    let file = try find(path)
    // At a switch away from a dead owner the kernel sets text by itself, but leaves the screen blank, and text upon text
    // changes nothing.
    try? file.control("set graphics mode of", UInt(KDSETMODE), value: Int(KD_GRAPHICS))
    // The first two may be refused where the third is not; the last one says whether text is back.
    Modes.text.apply(to: file)
    try file.control("set text mode of", UInt(KDSETMODE), value: Int(KD_TEXT))
    return file.path
  }

  private static func find(_ path: String?) throws(SystemError) -> FileDescriptor {
    if let path { return try open(path) }
    do throws(SystemError) { return try open("/proc/self/fd/0") } catch {}
    let any = try open("/dev/tty0")
    let number = activeNumber(of: any)
    return number > 0 ? try open("/dev/tty" + "\(number)") : any
  }

  /// Opens a path and asks whether a virtual terminal is behind it (ENOTTY if not).
  private static func open(_ path: String) throws(SystemError) -> FileDescriptor {
    // Without O_NOCTTY a session leader would be given this terminal's hang-ups and interrupts.
    let file = try FileDescriptor(opening: path, flags: O_RDWR | O_NOCTTY | O_NONBLOCK)
    var mode: Int32 = 0
    try file.control("find a virtual terminal at", UInt(KDGETMODE), &mode)
    return file
  }

  /// The number of the terminal on the screen, 0 if the kernel does not say.
  private static func activeNumber(of file: borrowing FileDescriptor) -> Int32 {
    var state = vt_stat()
    do throws(SystemError) { try file.control("ask", UInt(VT_GETSTATE), &state) } catch { return 0 }
    return Int32(state.v_active)
  }
}

/// The three modes of a virtual terminal that a graphics program changes.
struct Modes {
  /// KD_TEXT or KD_GRAPHICS.
  var display: Int32 = 0
  /// K_UNICODE, K_XLATE ...
  var keyboard: Int32 = 0
  var handover = vt_mode()

  /// A terminal as its user left it, at boot.
  static var text: Modes {
    var modes = Modes()
    modes.display = Int32(KD_TEXT)
    modes.keyboard = Int32(K_UNICODE)
    modes.handover.mode = CChar(VT_AUTO)
    return modes
  }

  private init() {}

  init(of file: borrowing FileDescriptor) throws(SystemError) {
    try file.control("read the mode of", UInt(KDGETMODE), &display)
    try file.control("read the keyboard mode of", UInt(KDGKBMODE), &keyboard)
    try file.control("read the switching mode of", UInt(VT_GETMODE), &handover)
  }

  /// These modes with what only a killed program leaves behind turned into text: to restore that would keep the terminal dead.
  var withoutLeftovers: Modes {
    var modes = self
    if modes.display != Int32(KD_TEXT) { modes.display = Int32(KD_TEXT) }
    if modes.keyboard == Int32(K_OFF) { modes.keyboard = Int32(K_UNICODE) }
    if modes.handover.mode != CChar(VT_AUTO) { modes.handover = Self.text.handover }
    return modes
  }

  /// Sets all three; each is tried though another was refused, and text comes last, when keys work again.
  func apply(to file: borrowing FileDescriptor) {
    var handover = handover
    try? file.control("give back", UInt(VT_SETMODE), &handover)
    try? file.control("set the keyboard mode of", UInt(KDSKBMODE), value: Int(keyboard))
    try? file.control("set the mode of", UInt(KDSETMODE), value: Int(display))
  }
}
