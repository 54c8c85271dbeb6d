import CDRM
import Display
import System

extension Resources {
  /// Asks the kernel. Throws where the card has no display part (a GPU that only renders).
  init(_ card: Card) throws(DisplayError) {
    guard let list = drmModeGetResources(card.file.raw) else { throw card.unusable("it renders but has no display") }
    defer { drmModeFreeResources(list) }
    for i in 0..<Int(list.pointee.count_crtcs) { crtcs.append(CRTC(card, list.pointee.crtcs[i])) }
    for i in 0..<Int(list.pointee.count_connectors) {
      if let connector = Connector(card, list.pointee.connectors[i]) { connectors.append(connector) }
    }
    guard let planeList = drmModeGetPlaneResources(card.file.raw) else { return }
    defer { drmModeFreePlaneResources(planeList) }
    for i in 0..<Int(planeList.pointee.count_planes) {
      if let plane = Plane(card, planeList.pointee.planes[i]) { planes.append(plane) }
    }
  }
}

extension CRTC {
  fileprivate init(_ card: Card, _ id: UInt32) {
    self.id = id
    guard let crtc = drmModeGetCrtc(card.file.raw, id) else { return }
    if crtc.pointee.mode_valid != 0 { mode = Mode(info: crtc.pointee.mode) }
    drmModeFreeCrtc(crtc)
  }
}

extension Connector {
  /// What the kernel knows already is enough for a screen that shows something; only otherwise is the cable probed, which
  /// takes up to a second.
  fileprivate init?(_ card: Card, _ id: UInt32) {
    var found = drmModeGetConnectorCurrent(card.file.raw, id)
    if found == nil || found!.pointee.connection != DRM_MODE_CONNECTED || found!.pointee.count_modes == 0 {
      if found != nil { drmModeFreeConnector(found) }
      found = drmModeGetConnector(card.file.raw, id)
    }
    guard let connector = found else { return nil }
    defer { drmModeFreeConnector(connector) }

    self.id = id
    let type = connector.pointee.connector_type
    let typeName = drmModeGetConnectorTypeName(type).map { cString(UnsafeRawPointer($0)) } ?? "Unknown"
    name = typeName + "-" + "\(connector.pointee.connector_type_id)"
    isWriteback = type == UInt32(DRM_MODE_CONNECTOR_WRITEBACK)
    status =
      switch connector.pointee.connection {
      case DRM_MODE_CONNECTED: .connected
      case DRM_MODE_DISCONNECTED: .disconnected
      default: .unknown
      }
    for i in 0..<Int(connector.pointee.count_modes) { modes.append(Mode(info: connector.pointee.modes[i])) }
    for i in 0..<Int(connector.pointee.count_encoders) {
      guard let encoder = drmModeGetEncoder(card.file.raw, connector.pointee.encoders[i]) else { continue }
      possibleCRTCs |= encoder.pointee.possible_crtcs
      if encoder.pointee.encoder_id == connector.pointee.encoder_id { currentCRTC = encoder.pointee.crtc_id }
      drmModeFreeEncoder(encoder)
    }
    panelOrientation = Properties(card, object: id, type: UInt32(DRM_MODE_OBJECT_CONNECTOR))
      .valueName("panel orientation", card)
  }
}

extension Plane {
  fileprivate init?(_ card: Card, _ id: UInt32) {
    guard let plane = drmModeGetPlane(card.file.raw, id) else { return nil }
    defer { drmModeFreePlane(plane) }
    self.id = id
    possibleCRTCs = plane.pointee.possible_crtcs
    currentCRTC = plane.pointee.crtc_id
    for i in 0..<Int(plane.pointee.count_formats) { formats.append(plane.pointee.formats[i]) }

    let properties = Properties(card, object: id, type: UInt32(DRM_MODE_OBJECT_PLANE))
    isPrimary = properties["type"]?.value == UInt64(DRM_PLANE_TYPE_PRIMARY)
    takesDamage = properties["FB_DAMAGE_CLIPS"] != nil
    if let blob = properties["IN_FORMATS"], blob.value != 0 {
      linearFormats = Self.linearFormats(card, blob: UInt32(truncatingIfNeeded: blob.value))
    }
  }

  /// Formats that IN_FORMATS pairs with the linear modifier; `nil` where the blob cannot be read.
  private static func linearFormats(_ card: Card, blob id: UInt32) -> [UInt32]? {
    guard let blob = drmModeGetPropertyBlob(card.file.raw, id) else { return nil }
    defer { drmModeFreePropertyBlob(blob) }
    var formats: [UInt32] = []
    var pair = drmModeFormatModifierIterator()
    while drmModeFormatModifierBlobIterNext(blob, &pair) {
      if pair.mod == cdrm_linear() { formats.append(pair.fmt) }
    }
    return formats
  }
}
