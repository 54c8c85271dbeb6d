import CDRM
import Display
import System

extension Resources {
  /// Reads a card's resources. Throws if the card has no display hardware (a GPU that only renders).
  init(_ card: Card) throws(DisplayError) {
    guard let list = drmModeGetResources(card.descriptor) else {
      throw card.unusable("it is a render-only device")
    }
    defer { drmModeFreeResources(list) }
    for id in items(list.pointee.crtcs, list.pointee.count_crtcs) { crtcs.append(CRTC(card, id)) }
    for id in items(list.pointee.connectors, list.pointee.count_connectors) {
      if let connector = Connector(card, id) { connectors.append(connector) }
    }
    guard let planeList = drmModeGetPlaneResources(card.descriptor) else { return }
    defer { drmModeFreePlaneResources(planeList) }
    for id in items(planeList.pointee.planes, Int32(planeList.pointee.count_planes)) {
      if let plane = Plane(card, id) { planes.append(plane) }
    }
  }
}

/// The elements of one of libdrm's arrays.
private func items<T>(_ start: UnsafeMutablePointer<T>?, _ count: Int32) -> UnsafeBufferPointer<T> {
  UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(count))
}

extension CRTC {
  fileprivate init(_ card: Card, _ id: UInt32) {
    self.id = id
    guard let crtc = drmModeGetCrtc(card.descriptor, id) else { return }
    if crtc.pointee.mode_valid != 0 { mode = Mode(info: crtc.pointee.mode) }
    drmModeFreeCrtc(crtc)
  }
}

extension Connector {
  /// Reads a connector. If the kernel knows no screen or no modes yet, the connector is probed, which can take a second.
  fileprivate init?(_ card: Card, _ id: UInt32) {
    var found = drmModeGetConnectorCurrent(card.descriptor, id)
    if found == nil || found!.pointee.connection != DRM_MODE_CONNECTED || found!.pointee.count_modes == 0 {
      if found != nil { drmModeFreeConnector(found) }
      found = drmModeGetConnector(card.descriptor, id)
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
    for mode in items(connector.pointee.modes, connector.pointee.count_modes) { modes.append(Mode(info: mode)) }
    for encoderID in items(connector.pointee.encoders, connector.pointee.count_encoders) {
      guard let encoder = drmModeGetEncoder(card.descriptor, encoderID) else { continue }
      possibleCRTCs |= encoder.pointee.possible_crtcs
      if encoder.pointee.encoder_id == connector.pointee.encoder_id { currentCRTC = encoder.pointee.crtc_id }
      drmModeFreeEncoder(encoder)
    }
    panelOrientation = Properties(card, object: id, type: DRM_MODE_OBJECT_CONNECTOR)
      .valueName("panel orientation", card)
  }
}

extension Plane {
  fileprivate init?(_ card: Card, _ id: UInt32) {
    guard let plane = drmModeGetPlane(card.descriptor, id) else { return nil }
    defer { drmModeFreePlane(plane) }
    self.id = id
    possibleCRTCs = plane.pointee.possible_crtcs
    currentCRTC = plane.pointee.crtc_id
    formats = Array(items(plane.pointee.formats, Int32(plane.pointee.count_formats)))

    let properties = Properties(card, object: id, type: DRM_MODE_OBJECT_PLANE)
    isPrimary = properties["type"]?.value == UInt64(DRM_PLANE_TYPE_PRIMARY)
    if let blob = properties["IN_FORMATS"], blob.value != 0 {
      linearFormats = Self.linearFormats(card, blob: UInt32(truncatingIfNeeded: blob.value))
    }
  }

  /// Returns the formats that IN_FORMATS lists with the linear modifier, or `nil` if the blob cannot be read.
  private static func linearFormats(_ card: Card, blob id: UInt32) -> [UInt32]? {
    guard let blob = drmModeGetPropertyBlob(card.descriptor, id) else { return nil }
    defer { drmModeFreePropertyBlob(blob) }
    var formats: [UInt32] = []
    var pair = drmModeFormatModifierIterator()
    while drmModeFormatModifierBlobIterNext(blob, &pair) {
      if pair.mod == cdrm_linear() { formats.append(pair.fmt) }
    }
    return formats
  }
}
