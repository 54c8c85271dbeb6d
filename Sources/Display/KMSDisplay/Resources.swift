import CDRM

/// What a card can show, as plain data: read once from the kernel, judged by `Choice` without a device.
struct Resources {
  var connectors: [Connector] = []
  /// In the kernel's order: a bit in `possibleCRTCs` is an index here.
  var crtcs: [CRTC] = []
  var planes: [Plane] = []
}

/// A plug, or what a panel is soldered to.
struct Connector {
  enum Status {
    case connected
    case disconnected
    /// The hardware cannot tell.
    case unknown
  }

  var id: UInt32
  /// As in "HDMI-A-1".
  var name: String
  var status = Status.connected
  /// Writes into memory: nobody sees what it shows.
  var isWriteback = false
  var modes: [Mode] = []
  /// The CRTC that feeds it now, or 0.
  var currentCRTC: UInt32 = 0
  /// Indices of the CRTCs that could feed it, as bits.
  var possibleCRTCs: UInt32 = 0
  /// How the panel is built in, by the kernel's word: "Normal", "Upside Down", "Left Side Up", "Right Side Up"; or `nil`.
  var panelOrientation: String?
}

/// What reads pixels and sends them to connectors, at a rate.
struct CRTC {
  var id: UInt32
  /// What it shows now, if anything.
  var mode: Mode?
}

/// What a CRTC reads its pixels from.
struct Plane {
  var id: UInt32
  var isPrimary = true
  var possibleCRTCs: UInt32 = 1
  /// The CRTC that it is on now, or 0.
  var currentCRTC: UInt32 = 0
  /// Four-character codes, in the driver's order.
  var formats: [UInt32] = []
  /// Those of them that the driver takes in plain rows; `nil` where it does not say (no IN_FORMATS).
  var linearFormats: [UInt32]?
  /// Whether flips may say what changed (FB_DAMAGE_CLIPS).
  var takesDamage = false
}

/// A size and a rate, with the timings that only the kernel needs.
struct Mode {
  var info = drmModeModeInfo()

  var width: Int32 { Int32(info.hdisplay) }
  var height: Int32 { Int32(info.vdisplay) }
  /// Hz.
  var refresh: UInt32 { info.vrefresh }
  var isPreferred: Bool { info.type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0 }

  init(info: drmModeModeInfo) { self.info = info }

  init(width: Int32, height: Int32, refresh: UInt32 = 60, isPreferred: Bool = false) {
    info.hdisplay = UInt16(width)
    info.vdisplay = UInt16(height)
    info.vrefresh = refresh
    if isPreferred { info.type = UInt32(DRM_MODE_TYPE_PREFERRED) }
  }

  /// As in "800x480".
  var name: String { "\(width)x\(height)" }
}
