import CDRM

/// The connectors, CRTCs and planes of a card, as plain data. They are read from the kernel once; `Pipeline` then chooses from them without
/// a device.
struct Resources {
  var connectors: [Connector] = []
  /// In the kernel's order: bit i of `possibleCRTCs` stands for `crtcs[i]`.
  var crtcs: [CRTC] = []
  var planes: [Plane] = []
}

/// A connector that a screen can be attached to.
struct Connector {
  /// Whether a screen is connected; `unknown` if the hardware cannot detect one.
  enum Status { case connected, disconnected, unknown }

  var id: UInt32
  /// The name, such as "HDMI-A-1".
  var name: String
  var status = Status.connected
  /// Whether it is a writeback connector, which writes to memory instead of a screen.
  var isWriteback = false
  var modes: [Mode] = []
  /// The CRTC that drives it now, or 0.
  var currentCRTC: UInt32 = 0
  /// A bit for each CRTC that can drive it.
  var possibleCRTCs: UInt32 = 0
  /// The "panel orientation" property: "Normal", "Upside Down", "Left Side Up", "Right Side Up", or `nil`.
  var panelOrientation: String?
  /// Whether the driver found that the link no longer carries the signal ("link-status"). The mode must be set again.
  var hasFailedLink = false
}

/// A scanout engine: it reads pixels from planes and sends them to connectors.
struct CRTC {
  var id: UInt32
  /// The current mode, or `nil` while the CRTC is off.
  var mode: Mode?
}

/// A source of pixels for a CRTC.
struct Plane {
  var id: UInt32
  var isPrimary = true
  var possibleCRTCs: UInt32 = 1
  /// The CRTC that the plane is attached to now, or 0.
  var currentCRTC: UInt32 = 0
  /// Four-character codes, in the driver's order.
  var formats: [UInt32] = []
  /// The formats that the driver supports with the linear modifier, or `nil` if it has no IN_FORMATS property.
  var linearFormats: [UInt32]?
}

/// A size and a refresh rate, with the timings that the kernel needs.
struct Mode {
  var info: drmModeModeInfo

  var width: Int32 { Int32(info.hdisplay) }
  var height: Int32 { Int32(info.vdisplay) }
  var isPreferred: Bool { info.type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0 }
  /// Whether the kernel's command line names it: `video=HDMI-A-1:1280x720`.
  var isForced: Bool { info.type & UInt32(DRM_MODE_TYPE_USERDEF) != 0 }
  /// Whether each field has only every other row. The rows of a still picture flicker then.
  var isInterlaced: Bool { info.flags & UInt32(DRM_MODE_FLAG_INTERLACE) != 0 }
  /// Whether both have the same size and pixel clock, and both are interlaced or neither is.
  func matches(_ other: Mode) -> Bool {
    width == other.width && height == other.height && info.clock == other.info.clock
      && isInterlaced == other.isInterlaced
  }
  /// The mode's size as text, such as "800x480".
  var name: String { "\(width)x\(height)" }
}
