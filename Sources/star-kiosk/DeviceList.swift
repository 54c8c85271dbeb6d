import EvdevTouch
import FramebufferDisplay
import KMSDisplay
import Linux

/// `star-kiosk devices`: every screen and touch device, and why it will do or not.
enum DeviceList {
  static func print() {
    Standard.output("screens")
    show(
      KMSDisplay.devices() + FramebufferDisplay.devices(), orElse: "none: there is no /dev/dri/card* and no /dev/fb*")
    Standard.output("touch devices")
    show([], orElse: "none: there is no /dev/input/event*")
  }

  private static func show(_ devices: [DeviceVerdict], orElse nothing: String) {
    for device in devices {
      Standard.output("  " + (device.isUsable ? "taken    " : "refused  ") + device.path + "  " + device.reason)
    }
    if devices.isEmpty { Standard.output("  " + nothing) }
  }
}
