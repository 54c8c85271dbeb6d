import Geometry
import Raster

/// Which connector, mode, CRTC, plane and formats to use: a decision over plain data.
struct Choice {
  let connector: Connector
  let mode: Mode
  /// An index into `Resources.crtcs`.
  let crtcIndex: Int
  /// `nil` where the driver lists no primary plane for the CRTC (only legacy calls are left).
  let plane: Plane?
  /// How good the connector is: 0, it shows a picture already (and is taken over without a flicker); 1, it has a screen;
  /// 2, it cannot tell.
  let rank: Int

  /// Why no choice is possible.
  enum Refusal: Error, Equatable {
    /// Nothing is plugged in. That may change.
    case noScreen(String)
    case unusable(String)

    var reason: String {
      switch self {
      case .noScreen(let reason), .unusable(let reason): reason
      }
    }
  }

  /// Prefers a connector that shows a picture already, then one with a screen, then one that cannot tell; writeback never.
  /// `name` allows only the connector of that name, `size` only modes of that size.
  init(
    _ resources: Resources, connector name: String? = nil, mode size: Size<PhysicalSpace>? = nil
  ) throws(Refusal) {
    let (rank, connector) = try Self.connector(resources, name)
    self.rank = rank
    guard let index = Self.crtc(for: connector, resources) else {
      throw .unusable("no CRTC can feed " + connector.name)
    }
    let crtc = resources.crtcs[index]
    self.connector = connector
    crtcIndex = index
    let modes = connector.modes.filter { mode in size.map { mode.width == $0.width && mode.height == $0.height } ?? true
    }
    if connector.currentCRTC == crtc.id, let mode = crtc.mode,
      size.map({ mode.width == $0.width && mode.height == $0.height }) ?? true
    {
      self.mode = mode
    } else if let mode = Self.preferredMode(modes) {
      self.mode = mode
    } else {
      guard let size else { throw .noScreen(connector.name + " offers no mode") }
      throw .unusable(connector.name + " offers no mode \(size.width)x\(size.height)" + Self.list(connector.modes))
    }
    plane = Self.plane(for: index, resources)
  }

  /// 0 is the best; `nil` is out of the question.
  private static func rank(_ connector: Connector, _ resources: Resources) -> Int? {
    if connector.isWriteback { return nil }
    switch connector.status {
    case .disconnected: return nil
    case .unknown: return connector.modes.isEmpty ? nil : 2
    case .connected:
      for crtc in resources.crtcs where crtc.id == connector.currentCRTC && crtc.mode != nil { return 0 }
      return 1
    }
  }

  private static func connector(
    _ resources: Resources, _ name: String?
  ) throws(Refusal) -> (rank: Int, connector: Connector) {
    var best: (rank: Int, connector: Connector)?
    var present = ""
    for connector in resources.connectors {
      if !connector.isWriteback { present += (present.isEmpty ? "" : ", ") + connector.name }
      if let name, !name.utf8.elementsEqual(connector.name.utf8) { continue }
      guard let rank = rank(connector, resources) else { continue }
      if best == nil || rank < best!.rank { best = (rank, connector) }
    }
    if let best { return best }
    let list = present.isEmpty ? "it has no connector" : "it has " + present
    throw .noScreen((name.map { "no screen is connected to " + $0 } ?? "no screen is connected") + " (" + list + ")")
  }

  /// The CRTC that feeds the connector now, else a free one, else any.
  private static func crtc(for connector: Connector, _ resources: Resources) -> Int? {
    for (index, crtc) in resources.crtcs.enumerated() where crtc.id == connector.currentCRTC { return index }
    var fallback: Int?
    for (index, crtc) in resources.crtcs.enumerated() where connector.possibleCRTCs & (1 << UInt32(index)) != 0 {
      if crtc.mode == nil { return index }
      if fallback == nil { fallback = index }
    }
    return fallback
  }

  /// As in "; it has 800x480, 640x480".
  private static func list(_ modes: [Mode]) -> String {
    var names: [String] = []
    for mode in modes where !names.contains(where: { $0.utf8.elementsEqual(mode.name.utf8) }) {
      names.append(mode.name)
    }
    var list = ""
    for name in names { list += (list.isEmpty ? "; it has " : ", ") + name }
    return list
  }

  private static func preferredMode(_ modes: [Mode]) -> Mode? {
    for mode in modes where mode.isPreferred { return mode }
    return modes.first
  }

  /// The primary plane that is on the CRTC, else a free one that could be, else any that could be.
  private static func plane(for index: Int, _ resources: Resources) -> Plane? {
    var fallback: Plane?
    for plane in resources.planes where plane.isPrimary && plane.possibleCRTCs & (1 << UInt32(index)) != 0 {
      if plane.currentCRTC == resources.crtcs[index].id { return plane }
      if fallback == nil || (fallback!.currentCRTC != 0 && plane.currentCRTC == 0) { fallback = plane }
    }
    return fallback
  }

  /// Formats worth a test commit, best first. `wanted` allows only that one; a plane that lists nothing leaves all open.
  ///
  /// A driver that prefers 16 bits (DRM_CAP_DUMB_PREFERRED_DEPTH) has a slow bus behind it, SPI or USB, and would itself
  /// turn deeper pixels into such, without dithering: there 16-bit formats come first.
  func formats(wanted: PixelFormat? = nil, preferredDepth: UInt64 = 24) -> [PixelFormat] {
    var formats: [PixelFormat] = []
    var later: [PixelFormat] = []
    for format in PixelFormat.allCases where wanted == nil || wanted == format {
      if let plane, !plane.formats.isEmpty {
        // A plane may list a format that it takes only compressed (AFBC on Rockchip): then it is not in the linear list.
        if !(plane.linearFormats ?? plane.formats).contains(format.fourCC) { continue }
      }
      if preferredDepth == 16 && format.bytesPerPixel != 2 { later.append(format) } else { formats.append(format) }
    }
    return formats + later
  }
}

/// How frames reach the screen.
enum Strategy: Equatable {
  /// Two buffers, shown in turn.
  case flip
  /// One buffer; the driver copies the rectangles it is told (DIRTYFB).
  case frontDirty
  /// One buffer that the hardware reads while it is drawn to.
  case front

  /// Where the plane takes damage with a flip, flips are exact and cheap. Where it does not but the driver copies, a flip
  /// would send the whole screen, and DIRTYFB only what changed. Where nothing is copied, flips cost nothing: there is no
  /// DIRTYFB, or (Intel, AMD) it is there beside a refresh of the hardware's own (vblank).
  static func choose(
    _ wanted: KMSOptions.Buffers, flipsTakeDamage: Bool, acceptsDirty: Bool, hasVBlank: Bool
  ) -> Strategy {
    switch wanted {
    case .flip: .flip
    case .front: acceptsDirty ? .frontDirty : .front
    case .auto: flipsTakeDamage || !acceptsDirty || hasVBlank ? .flip : .frontDirty
    }
  }
}
