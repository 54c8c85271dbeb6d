import Basics
import Display
import StarSlider

/// A display pipeline: the connector, mode, CRTC and plane to use. The choice is made from plain data, without a device.
struct Pipeline {
  /// How suitable a connector is, best first. A `lit` one shows a picture, which can be replaced without a modeset. A `connected` one has a
  /// screen. For an `unknown` one, the hardware cannot detect a screen.
  enum Rank: Int { case lit, connected, unknown }

  let connector: Connector
  let mode: Mode
  /// The mode that would be set if there were no current one.
  let preferredMode: Mode
  let crtc: CRTC
  /// The primary plane, or `nil` if the driver lists none for the CRTC. Only the legacy interface works then.
  let plane: Plane?
  let rank: Rank

  /// Chooses the connector with the best rank, its current or else its preferred mode, and a CRTC and plane that are free. A mode on the
  /// kernel's command line takes precedence over the screen's preferred mode.
  ///
  /// - Parameters:
  ///   - path: The card's path, for errors.
  ///   - name: The only connector allowed, or `nil` for any.
  ///   - size: The only size of mode allowed, or `nil` for any.
  ///   - keepsMode: Whether the current mode is preferred.
  init(
    _ resources: Resources, of path: String, connector name: String? = nil, mode size: Size<PhysicalSpace>? = nil,
    keepsMode: Bool = true
  ) throws(DisplayError) {
    func isAllowed(_ mode: Mode) -> Bool { size.map { mode.width == $0.width && mode.height == $0.height } ?? true }

    (rank, connector) = try Self.connector(resources, path, name)
    guard let index = Self.crtc(for: connector, resources) else {
      throw DisplayError(.unsupported, "use", path, reason: "no CRTC can drive " + connector.name)
    }
    crtc = resources.crtcs[index]
    let modes = connector.modes.filter(isAllowed)
    let isKept = keepsMode && connector.currentCRTC == crtc.id
    let preferred = Self.preferred(of: modes)
    let current =
      isKept
      ? crtc.mode.flatMap { isAllowed($0) && !($0.isInterlaced && preferred?.isInterlaced == false) ? $0 : nil } : nil
    if let mode = current ?? preferred {
      self.mode = mode
      preferredMode = preferred ?? mode
    } else {
      guard let size else { throw Self.noScreen(path, connector.name + " has no modes") }
      throw DisplayError(
        .unsupported, "use", path, reason: connector.name + " has no mode \(size.width)x\(size.height)",
        suggestion: Self.list(connector.modes))
    }
    plane = Self.plane(for: index, resources)
  }

  /// Returns the mode to set if there is no current one. A mode on the kernel's command line comes first, then the screen's preferred mode.
  /// If the preferred mode is interlaced, a progressive mode is chosen instead, of the same size if there is one.
  private static func preferred(of modes: [Mode]) -> Mode? {
    if let forced = modes.first(where: { $0.isForced }) { return forced }
    guard let preferred = modes.first(where: { $0.isPreferred }) ?? modes.first else { return nil }
    if !preferred.isInterlaced { return preferred }
    let progressive = modes.filter { !$0.isInterlaced }
    let equal = progressive.first { $0.width == preferred.width && $0.height == preferred.height }
    return equal ?? progressive.first ?? preferred
  }

  /// Whether this pipeline, chosen after probing the connectors, differs from an old one.
  ///
  ///  the screen | this pipeline |
  ///  --- | --- |
  ///  is connected and has the same preferred mode | is the same |
  ///  is connected and has another preferred mode: another monitor | is another one |
  ///  is disconnected, and another connector has a screen | is another one |
  ///
  /// The current mode is not compared, because the firmware may have set it.
  func isOther(than old: Pipeline) -> Bool {
    connector.id != old.connector.id || !preferredMode.matches(old.preferredMode)
  }

  /// Returns `nil` for a connector that cannot be used.
  private static func rank(_ connector: Connector, _ resources: Resources) -> Rank? {
    if connector.isWriteback { return nil }
    switch connector.status {
    case .disconnected: return nil
    case .unknown: return connector.modes.isEmpty ? nil : .unknown
    case .connected:
      return resources.crtcs.contains { $0.id == connector.currentCRTC && $0.mode != nil } ? .lit : .connected
    }
  }

  private static func connector(
    _ resources: Resources, _ path: String, _ name: String?
  ) throws(DisplayError) -> (rank: Rank, connector: Connector) {
    var best: (rank: Rank, connector: Connector)?
    var names: [String] = []
    for connector in resources.connectors {
      if !connector.isWriteback { names.append(connector.name) }
      if let name, !name.utf8.elementsEqual(connector.name.utf8) { continue }
      guard let rank = rank(connector, resources) else { continue }
      if best == nil || rank.rawValue < best!.rank.rawValue { best = (rank, connector) }
    }
    if let best { return best }
    let list = names.isEmpty ? " (no connectors)" : " (connectors: " + names.joined(separator: ", ") + ")"
    throw noScreen(path, "no screen is connected" + (name.map { " to " + $0 } ?? "") + list)
  }

  private static func noScreen(_ path: String, _ reason: String) -> DisplayError {
    DisplayError(.noScreen, "use", path, reason: reason, suggestion: "connect a screen")
  }

  /// Returns the CRTC that drives the connector now, else one that is off, else any. A CRTC with another connector attached is used only if
  /// there is no other, even if it is off, because that connector's screen may be asleep. Connectors without a screen give up their CRTC
  /// first.
  private static func crtc(for connector: Connector, _ resources: Resources) -> Int? {
    let crtcs = resources.crtcs
    if let current = crtcs.firstIndex(where: { $0.id == connector.currentCRTC }) { return current }
    let possible = crtcs.indices.filter { connector.possibleCRTCs & (1 << UInt32($0)) != 0 }
    func isAttached(_ index: Int, toScreens: Bool) -> Bool {
      resources.connectors.contains {
        $0.id != connector.id && $0.currentCRTC == crtcs[index].id && (!toScreens || $0.status != .disconnected)
      }
    }
    let free = possible.filter { !isAttached($0, toScreens: false) }
    return free.first { crtcs[$0].mode == nil } ?? free.first
      ?? possible.first { !isAttached($0, toScreens: true) } ?? possible.first
  }

  /// Returns a suggestion such as "choose one of 800x480, 640x480".
  private static func list(_ modes: [Mode]) -> String {
    let sizes = modes.indices.filter { i in
      !modes[..<i].contains { $0.width == modes[i].width && $0.height == modes[i].height }
    }
    return sizes.isEmpty ? "" : "choose one of " + sizes.map { modes[$0].name }.joined(separator: ", ")
  }

  /// Returns the primary plane that is on the CRTC, else one that is on no CRTC, else any.
  private static func plane(for index: Int, _ resources: Resources) -> Plane? {
    let crtc = resources.crtcs[index].id
    let possible = resources.planes.filter { $0.isPrimary && $0.possibleCRTCs & (1 << UInt32(index)) != 0 }
    return possible.first { $0.currentCRTC == crtc } ?? possible.first { $0.currentCRTC == 0 } ?? possible.first
  }

  /// Returns the formats worth testing, best first. A plane that lists no formats may support any.
  ///
  /// - Parameters:
  ///   - wanted: The only format allowed, or `nil` for any.
  ///   - preferredDepth: The driver's DRM_CAP_DUMB_PREFERRED_DEPTH. With 16, formats of 16 bits come first: the screen is
  ///     behind a slow bus (SPI, USB), and the driver would reduce deeper pixels without dithering.
  func formats(wanted: PixelFormat? = nil, preferredDepth: UInt64 = 24) -> [PixelFormat] {
    let formats = PixelFormat.allCases.filter { format in
      if wanted != nil && wanted != format { return false }
      guard let plane, !plane.formats.isEmpty else { return true }
      // A plane may support a format only with compression (AFBC on Rockchip). The list of linear formats then lacks it.
      return (plane.linearFormats ?? plane.formats).contains(format.fourCC)
    }
    if preferredDepth != 16 { return formats }
    return formats.filter { $0.bytesPerPixel == 2 } + formats.filter { $0.bytesPerPixel != 2 }
  }
}
