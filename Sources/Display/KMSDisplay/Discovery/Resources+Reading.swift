import CDRM
import Display
import System

// Safety: libdrm's structures live until they are freed, and their counts give the number of elements.

extension Resources {
  /// Reads a card's resources. Throws if the card has no display hardware (a GPU that only renders).
  ///
  /// - Parameter isProbing: Whether connectors are probed even if the kernel has already detected a screen.
  init(_ card: Card, probing isProbing: Bool = false) throws(DisplayError) {
    guard let list = unsafe drmModeGetResources(card.descriptor) else {
      throw card.unusable("it is a render-only device")
    }
    defer { unsafe drmModeFreeResources(list) }
    for id in unsafe items(list.pointee.crtcs, list.pointee.count_crtcs) { crtcs.append(CRTC(card, id)) }
    for id in unsafe items(list.pointee.connectors, list.pointee.count_connectors) {
      if let connector = Connector(card, id, isProbing) { connectors.append(connector) }
    }
    guard let planeList = unsafe drmModeGetPlaneResources(card.descriptor) else { return }
    defer { unsafe drmModeFreePlaneResources(planeList) }
    for id in unsafe items(planeList.pointee.planes, planeList.pointee.count_planes) {
      if let plane = Plane(card, id) { planes.append(plane) }
    }
  }
}

/// Returns the elements of one of libdrm's arrays.
func items<T>(_ start: UnsafeMutablePointer<T>?, _ count: some BinaryInteger) -> [T] {
  unsafe Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(count)))
}

extension CRTC {
  fileprivate init(_ card: Card, _ id: UInt32) {
    self.id = id
    guard let crtc = unsafe drmModeGetCrtc(card.descriptor, id) else { return }
    if unsafe crtc.pointee.mode_valid != 0 { mode = unsafe Mode(info: crtc.pointee.mode) }
    unsafe drmModeFreeCrtc(crtc)
  }
}

extension Connector {
  /// Reads a connector. If the kernel has not detected a screen or its modes yet, the connector is probed, which can take a second.
  fileprivate init?(_ card: Card, _ id: UInt32, _ isProbing: Bool) {
    var found = unsafe drmModeGetConnectorCurrent(card.descriptor, id)
    if unsafe isProbing || found?.pointee.connection != DRM_MODE_CONNECTED || found?.pointee.count_modes == 0 {
      unsafe drmModeFreeConnector(found)
      unsafe found = drmModeGetConnector(card.descriptor, id)
    }
    guard let connector = unsafe found else { return nil }
    defer { unsafe drmModeFreeConnector(connector) }

    self.id = id
    let type = unsafe connector.pointee.connector_type
    let typeName = unsafe drmModeGetConnectorTypeName(type).map { unsafe String(cString: $0) } ?? "Unknown"
    name = unsafe "\(typeName)-\(connector.pointee.connector_type_id)"
    isWriteback = type == UInt32(DRM_MODE_CONNECTOR_WRITEBACK)
    status =
      switch unsafe connector.pointee.connection {
      case DRM_MODE_CONNECTED: .connected
      case DRM_MODE_DISCONNECTED: .disconnected
      default: .unknown
      }
    for mode in unsafe items(connector.pointee.modes, connector.pointee.count_modes) { modes.append(Mode(info: mode)) }
    for encoderID in unsafe items(connector.pointee.encoders, connector.pointee.count_encoders) {
      guard let encoder = unsafe drmModeGetEncoder(card.descriptor, encoderID) else { continue }
      unsafe possibleCRTCs |= encoder.pointee.possible_crtcs
      if unsafe encoder.pointee.encoder_id == connector.pointee.encoder_id {
        currentCRTC = unsafe encoder.pointee.crtc_id
      }
      unsafe drmModeFreeEncoder(encoder)
    }
    let properties = Properties(card, object: id, type: DRM_MODE_OBJECT_CONNECTOR)
    panelOrientation = properties.valueName("panel orientation", card)
    hasFailedLink = properties["link-status"]?.value == UInt64(DRM_MODE_LINK_STATUS_BAD)
  }
}

extension Plane {
  fileprivate init?(_ card: Card, _ id: UInt32) {
    guard let plane = unsafe drmModeGetPlane(card.descriptor, id) else { return nil }
    defer { unsafe drmModeFreePlane(plane) }
    self.id = id
    possibleCRTCs = unsafe plane.pointee.possible_crtcs
    currentCRTC = unsafe plane.pointee.crtc_id
    formats = unsafe items(plane.pointee.formats, plane.pointee.count_formats)

    let properties = Properties(card, object: id, type: DRM_MODE_OBJECT_PLANE)
    isPrimary = properties["type"]?.value == UInt64(DRM_PLANE_TYPE_PRIMARY)
    if let blob = properties["IN_FORMATS"], blob.value != 0 {
      linearFormats = Self.linearFormats(card, blob: UInt32(truncatingIfNeeded: blob.value))
    }
  }

  /// Returns the formats that IN_FORMATS lists with the linear modifier, or `nil` if the blob cannot be read.
  private static func linearFormats(_ card: Card, blob id: UInt32) -> [UInt32]? {
    guard let blob = unsafe drmModeGetPropertyBlob(card.descriptor, id) else { return nil }
    defer { unsafe drmModeFreePropertyBlob(blob) }
    var formats: [UInt32] = []
    var pair = drmModeFormatModifierIterator()
    while unsafe drmModeFormatModifierBlobIterNext(blob, &pair) {
      if pair.mod == cdrm_linear() { formats.append(pair.fmt) }
    }
    return formats
  }
}
