import Basics
import EvdevTouch
import LinuxDisplay
import System
import Touch

/// `star-kiosk devices`: lists displays and input devices, and why each one is or is not usable.
enum DeviceList {
  static func run(_: Options) throws(KioskError) {
    try Output.line("screens")
    try list(listDisplays(), orElse: "none: no /dev/dri/card* and no /dev/fb*")
    try Output.line("touch devices and keypads")
    try list(inputDevices(), orElse: "none: no /dev/input/event*")
  }

  private static func inputDevices() -> [ListedDevice] {
    let candidates: [TouchCandidate]
    do throws(TouchError) { candidates = try TouchScreen.candidates() } catch {
      return [ListedDevice(path: TouchScreen.folder, isUsable: false, reason: error.message)]
    }
    return candidates.map { candidate in
      let (isUsable, description): (Bool, String) =
        switch candidate.finding {
        case .accepted(.typeB, _): (true, "a touchscreen, multitouch with slots (type B)")
        case .accepted(.typeA, _): (true, "a touchscreen, multitouch without slots (type A)")
        case .accepted(.single, _): (true, "a touchscreen, one finger")
        case .refused(let reason):
          switch candidate.keypad {
          case .keypad: (true, "a keypad")
          case .keyboard: (true, "a keyboard with arrows and enter, shared with other programs")
          case .refused: (false, reason)
          }
        case .unopened(let error): (false, error.message)
        }
      let name = candidate.name.isEmpty ? "" : "\"" + candidate.name + "\": "
      return ListedDevice(path: candidate.path, isUsable: isUsable, reason: name + description)
    }
  }

  private static func list(_ devices: [ListedDevice], orElse nothing: String) throws(KioskError) {
    for device in devices {
      try Output.line("  " + (device.isUsable ? "taken    " : "refused  ") + device.path + "  " + device.reason)
    }
    if devices.isEmpty { try Output.line("  " + nothing) }
  }
}
