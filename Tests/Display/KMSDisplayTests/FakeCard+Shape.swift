import CDRM
import StarSlider

@testable import KMSDisplay

extension FakeCard {
  /// A card's resources and its driver's capabilities. The default is one screen with the console on it, atomic commits,
  /// flips without damage, and vertical blanking (as vc4).
  struct Shape {
    var isAtomic = true
    /// Whether the driver copies what DIRTYFB names (as udl and mipi-dbi).
    var copies = false
    var hasVBlank = true
    var hasDumbBuffers = true
    /// 0 if the driver does not report it.
    var preferredDepth: UInt64 = 24
    /// The framebuffer on the screen at first, or 0 if the screen is off.
    var console: UInt32 = 9
    var plugs = [Plug()]
    var encoders = [Encoder()]
    var crtcs: [UInt32] = [40]
    /// The primary plane comes last, because some kernels list others first.
    var planes = [Panel(id: 29, type: DRM_PLANE_TYPE_OVERLAY), Panel()]
    /// The names of missing properties.
    var lacks: Set<String> = []
    /// The formats that test commits and modesets reject with EINVAL.
    var refused: Set<UInt32> = []
    /// The names of properties that cannot be changed, and of those whose values the driver rejects.
    var immutable: Set<String> = []
    var rejected: Set<String> = []

    /// Flips with damage (as simpledrm).
    static var damaged: Shape {
      var shape = Shape()
      shape.planes[1].takesDamage = true
      return shape
    }

    /// The legacy interface only.
    static var legacy: Shape {
      var shape = Shape()
      shape.isAtomic = false
      return shape
    }

    /// One buffer and dirty rectangles (as udl).
    static var copying: Shape {
      var shape = Shape()
      shape.copies = true
      shape.hasVBlank = false
      return shape
    }
  }

  struct Plug {
    var id: UInt32 = 50
    var type = DRM_MODE_CONNECTOR_HDMIA
    /// DRM_MODE_CONNECTED and so on.
    var connection: UInt32 = 1
    var modes = [Mode(width: 64, height: 48, isPreferred: true)]
    /// Whether its modes are known only after a probe.
    var isUnprobed = false
    /// Whether it was plugged in after the last probe.
    var isUnseen = false
    var encoders: [UInt32] = [60]
    var encoder: UInt32 = 60
    /// The value of "panel orientation", or `nil` without that property.
    var orientation: UInt64?
  }

  struct Encoder {
    var id: UInt32 = 60
    var crtc: UInt32 = 40
    var possibleCRTCs: UInt32 = 1
  }

  struct Panel {
    var id: UInt32 = 30
    var type = DRM_PLANE_TYPE_PRIMARY
    var crtc: UInt32 = 40
    var possibleCRTCs: UInt32 = 1
    var formats: [PixelFormat] = [.xrgb8888, .rgb565]
    /// The formats that IN_FORMATS lists with the linear modifier, or `nil` without that property.
    var linear: [PixelFormat]?
    var takesDamage = false

    init(id: UInt32 = 30, type: Int32 = DRM_PLANE_TYPE_PRIMARY) {
      self.id = id
      self.type = type
      if type != DRM_PLANE_TYPE_PRIMARY { crtc = 0 }
    }
  }

  /// The names of all properties. The ID of a property is its index plus 100.
  static let propertyNames = [
    "type", "FB_ID", "CRTC_ID", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H", "rotation",
    "FB_DAMAGE_CLIPS", "IN_FORMATS", "MODE_ID", "ACTIVE", "panel orientation", "GAMMA_LUT", "DEGAMMA_LUT", "CTM",
    "VRR_ENABLED", "SCALING_FILTER", "Colorspace", "HDR_OUTPUT_METADATA", "Broadcast RGB", "content type", "max bpc",
    "alpha", "pixel blend mode", "zpos", "COLOR_RANGE", "COLOR_ENCODING", "link-status",
  ]
  static func property(_ name: String) -> UInt32 { UInt32(propertyNames.firstIndex(of: name)!) + 100 }

  /// The names of an enumeration property's values.
  static func values(of property: String) -> [String] {
    switch property {
    case "type": ["Overlay", "Primary", "Cursor"]
    case "panel orientation": ["Normal", "Upside Down", "Left Side Up", "Right Side Up"]
    default:
      if case .choice(let names) = kind(of: property) { names } else { [] }
    }
  }

  /// Returns an object's properties and their values; none if the object does not exist.
  func properties(of object: UInt32) -> [(name: String, value: UInt64)] {
    var found: [(name: String, value: UInt64)] = []
    if let plug = shape.plugs.first(where: { $0.id == object }) {
      // Not the first property, so that reading the wrong one is detected.
      found = [("CRTC_ID", 40)]
      if let orientation = plug.orientation { found.append(("panel orientation", orientation)) }
    } else if let plane = shape.planes.first(where: { $0.id == object }) {
      found = Self.propertyNames[1...11].map { ($0, 0) } + [("type", UInt64(plane.type))]
      if plane.takesDamage { found.append(("FB_DAMAGE_CLIPS", 0)) }
      if plane.linear != nil { found.append(("IN_FORMATS", UInt64(Self.formatBlob(of: plane)))) }
    } else if shape.crtcs.contains(object) {
      found = [("MODE_ID", 0), ("ACTIVE", 1)]
    }
    let left = values[object] ?? [:]
    found = found.map { ($0.name, left[$0.name] ?? $0.value) }
    found += left.filter { $0.key != "rotation" }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    return found.filter { !shape.lacks.contains($0.name) }
  }

  /// The ID of a plane's IN_FORMATS blob.
  static func formatBlob(of plane: Panel) -> UInt32 { plane.id + 500 }

  /// Returns a plane's IN_FORMATS blob: its formats with two modifiers, of which the second is linear.
  func formats(blob id: UInt32) -> [UInt8]? {
    guard let plane = shape.planes.first(where: { Self.formatBlob(of: $0) == id }), let linear = plane.linear else {
      return nil
    }
    var bytes: [UInt8] = []
    func add<T: FixedWidthInteger>(_ value: T) { withUnsafeBytes(of: value) { bytes += $0 } }
    let header = UInt32(MemoryLayout<drm_format_modifier_blob>.size)
    let end = (header + 4 * UInt32(plane.formats.count) + 7) / 8 * 8
    for word in [1, 0, UInt32(plane.formats.count), header, 2, end] { add(word) }
    for format in plane.formats { add(format.fourCC) }
    while bytes.count < end { bytes.append(0) }
    var mask: UInt64 = 0
    for (i, format) in plane.formats.enumerated() where linear.contains(format) { mask |= 1 << UInt64(i) }
    // An AFBC modifier for all formats, then the linear one.
    let all = UInt64(1) << UInt64(plane.formats.count) - 1
    for (formats, modifier) in [(all, 0x0800_0000_0000_0001), (mask, 0)] as [(UInt64, UInt64)] {
      add(formats)
      add(UInt64(0))
      add(modifier)
    }
    return bytes
  }
}

extension Mode {
  init(width: Int32, height: Int32, refresh: UInt32 = 60, isPreferred: Bool = false) {
    self.init(info: drmModeModeInfo())
    info.hdisplay = UInt16(width)
    info.vdisplay = UInt16(height)
    info.vrefresh = refresh
    if isPreferred { info.type = UInt32(DRM_MODE_TYPE_PREFERRED) }
  }
}
