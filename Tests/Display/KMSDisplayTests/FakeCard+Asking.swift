import CDRM
import Glibc

@testable import KMSDisplay

/// The calls that change nothing.
extension FakeCard {
  /// Handles an ioctl(2). Returns 0 or an errno.
  func answer(number: UInt32, _ argument: UnsafeMutableRawPointer?) -> Int32 {
    guard let call = Call(rawValue: number) else {
      complaints.append("an ioctl of number \(number)")
      return ENOTTY
    }
    onCall?(call)
    calls[call, default: 0] += 1
    if let code = refusal(of: call) {
      // A failed release still counts as released, because the program can do no more. libdrm repeats the call after EINTR and
      // EAGAIN.
      let isRelease = [.removeFramebuffer, .destroyDumb, .destroyBlob].contains(call)
      if isRelease && code != EINTR && code != EAGAIN { _ = change(call, argument) }
      return code
    }
    switch call {
    case .getCapability: return getCapability(argument!)
    case .getSequence: return shape.hasVBlank ? 0 : EOPNOTSUPP
    case .getResources: return getResources(argument!)
    case .getCRTC: return getCRTC(argument!)
    case .getEncoder: return getEncoder(argument!)
    case .getConnector: return getConnector(argument!)
    case .getProperty: return getProperty(argument!)
    case .getProperties: return getProperties(argument!)
    case .getBlob: return getBlob(argument!)
    case .getGamma: return getGamma(argument!)
    case .getPlanes: return getPlanes(argument!)
    case .getPlane: return getPlane(argument!)
    default: return change(call, argument)
    }
  }

  /// Returns the errno that the test set for a call, or `nil`.
  func refusal(of call: Call) -> Int32? {
    if isGone { return ENODEV }
    if let code = refusals[call] { return code }
    guard var next = answers[call], !next.isEmpty else { return nil }
    let code = next.removeFirst()
    answers[call] = next
    return code == 0 ? nil : code
  }

  /// Fills the caller's array if it has room for all values, as the kernel does. Sets `count` to the number of values.
  private func fill<T>(_ address: UInt64, _ count: inout UInt32, _ values: [T]) {
    if Int(count) >= values.count, let start = UnsafeMutablePointer<T>(bitPattern: UInt(address)) {
      for (i, value) in values.enumerated() { start[i] = value }
    }
    count = UInt32(values.count)
  }

  private func getCapability(_ argument: UnsafeMutableRawPointer) -> Int32 {
    let request = argument.assumingMemoryBound(to: drm_get_cap.self)
    switch Int32(request.pointee.capability) {
    case DRM_CAP_DUMB_BUFFER: request.pointee.value = shape.hasDumbBuffers ? 1 : 0
    case DRM_CAP_DUMB_PREFERRED_DEPTH:
      if shape.preferredDepth == 0 { return EINVAL }
      request.pointee.value = shape.preferredDepth
    default: return EINVAL
    }
    return 0
  }

  private func getResources(_ argument: UnsafeMutableRawPointer) -> Int32 {
    let request = argument.assumingMemoryBound(to: drm_mode_card_res.self)
    fill(request.pointee.crtc_id_ptr, &request.pointee.count_crtcs, shape.crtcs)
    fill(request.pointee.connector_id_ptr, &request.pointee.count_connectors, shape.plugs.map(\.id))
    fill(request.pointee.encoder_id_ptr, &request.pointee.count_encoders, shape.encoders.map(\.id))
    request.pointee.count_fbs = 0
    return 0
  }

  private func getCRTC(_ argument: UnsafeMutableRawPointer) -> Int32 {
    let request = argument.assumingMemoryBound(to: drm_mode_crtc.self)
    guard shape.crtcs.contains(request.pointee.crtc_id) else { return ENOENT }
    let isOn = shown != 0 && request.pointee.crtc_id == 40
    request.pointee.mode_valid = isOn ? 1 : 0
    // A CRTC that is off may still report its last framebuffer.
    request.pointee.fb_id = isOn ? shown : 8
    request.pointee.gamma_size = UInt32(gamma[0].count)
    (request.pointee.x, request.pointee.y) = (3, 2)
    if isOn { request.pointee.mode = Self.info(Mode(width: 64, height: 48)) }
    return 0
  }

  private static func info(_ mode: Mode) -> drm_mode_modeinfo {
    withUnsafeBytes(of: mode.info) { $0.loadUnaligned(as: drm_mode_modeinfo.self) }
  }

  private func getEncoder(_ argument: UnsafeMutableRawPointer) -> Int32 {
    let request = argument.assumingMemoryBound(to: drm_mode_get_encoder.self)
    guard let encoder = shape.encoders.first(where: { $0.id == request.pointee.encoder_id }) else { return ENOENT }
    request.pointee.crtc_id = encoder.crtc
    request.pointee.possible_crtcs = encoder.possibleCRTCs
    return 0
  }

  private func getConnector(_ argument: UnsafeMutableRawPointer) -> Int32 {
    let request = argument.assumingMemoryBound(to: drm_mode_get_connector.self)
    guard let plug = shape.plugs.first(where: { $0.id == request.pointee.connector_id }) else { return ENOENT }
    // A call without room for modes requests a probe.
    if request.pointee.count_modes == 0 { probed.insert(plug.id) }
    let knowsModes = !plug.isUnprobed || probed.contains(plug.id)
    fill(request.pointee.modes_ptr, &request.pointee.count_modes, knowsModes ? plug.modes.map(Self.info) : [])
    fill(request.pointee.encoders_ptr, &request.pointee.count_encoders, plug.encoders)
    request.pointee.count_props = 0
    request.pointee.encoder_id = plug.encoder
    request.pointee.connector_type = UInt32(plug.type)
    request.pointee.connector_type_id = plug.id - 49
    request.pointee.connection = plug.isUnseen && !probed.contains(plug.id) ? 2 : plug.connection
    return 0
  }

  private func getProperties(_ argument: UnsafeMutableRawPointer) -> Int32 {
    let request = argument.assumingMemoryBound(to: drm_mode_obj_get_properties.self)
    let found = properties(of: request.pointee.obj_id)
    var count = request.pointee.count_props
    fill(request.pointee.props_ptr, &count, found.map { Self.property($0.name) })
    fill(request.pointee.prop_values_ptr, &request.pointee.count_props, found.map(\.value))
    return found.isEmpty ? EINVAL : 0
  }

  private func getProperty(_ argument: UnsafeMutableRawPointer) -> Int32 {
    let request = argument.assumingMemoryBound(to: drm_mode_get_property.self)
    let index = Int(request.pointee.prop_id) - 100
    guard Self.propertyNames.indices.contains(index) else { return ENOENT }
    let name = Self.propertyNames[index]
    withUnsafeMutableBytes(of: &request.pointee.name) { space in
      space.copyBytes(from: name.utf8)
      space[name.utf8.count] = 0
    }
    let values = Self.values(of: name)
    request.pointee.flags = values.isEmpty ? UInt32(DRM_MODE_PROP_RANGE) : UInt32(DRM_MODE_PROP_ENUM)
    if case .blob = Self.kind(of: name) { request.pointee.flags = UInt32(DRM_MODE_PROP_BLOB) }
    if shape.immutable.contains(name) { request.pointee.flags |= UInt32(DRM_MODE_PROP_IMMUTABLE) }
    var bounds: [UInt64] = []
    if case .range(let range) = Self.kind(of: name) { bounds = [range.lowerBound, range.upperBound] }
    fill(request.pointee.values_ptr, &request.pointee.count_values, bounds)
    var enums: [drm_mode_property_enum] = []
    for (i, text) in values.enumerated() {
      var value = drm_mode_property_enum()
      value.value = UInt64(i)
      withUnsafeMutableBytes(of: &value.name) { $0.copyBytes(from: text.utf8) }
      enums.append(value)
    }
    fill(request.pointee.enum_blob_ptr, &request.pointee.count_enum_blobs, enums)
    return 0
  }

  private func getBlob(_ argument: UnsafeMutableRawPointer) -> Int32 {
    let request = argument.assumingMemoryBound(to: drm_mode_get_blob.self)
    let id = request.pointee.blob_id
    guard let bytes = formats(blob: id) ?? blobs[id] ?? heldBlobs[id] else { return ENOENT }
    fill(request.pointee.data, &request.pointee.length, bytes)
    return 0
  }

  private func getPlanes(_ argument: UnsafeMutableRawPointer) -> Int32 {
    let request = argument.assumingMemoryBound(to: drm_mode_get_plane_res.self)
    let listed = shape.planes.filter { knowsPlanes || $0.type == DRM_PLANE_TYPE_OVERLAY }
    fill(request.pointee.plane_id_ptr, &request.pointee.count_planes, listed.map(\.id))
    return 0
  }

  private func getPlane(_ argument: UnsafeMutableRawPointer) -> Int32 {
    let request = argument.assumingMemoryBound(to: drm_mode_get_plane.self)
    guard let plane = shape.planes.first(where: { $0.id == request.pointee.plane_id }) else { return ENOENT }
    fill(request.pointee.format_type_ptr, &request.pointee.count_format_types, plane.formats.map(\.fourCC))
    request.pointee.crtc_id = plane.crtc
    request.pointee.possible_crtcs = plane.possibleCRTCs
    return 0
  }
}
