import CDRM
import Glibc
import StarSlider

/// The calls that change the state.
extension FakeCard {
  func change(_ call: Call, _ argument: UnsafeMutableRawPointer?) -> Int32 {
    // Only the DRM master may change the screen.
    let ofMaster: [Call] = [.setCRTC, .setCursor, .pageFlip, .dirty, .atomic, .setProperty, .setGamma]
    if ofMaster.contains(call) && !isMaster { return EACCES }
    switch call {
    case .setClientCapability: return setClientCapability(argument!)
    case .setMaster:
      isMaster = true
      return 0
    case .dropMaster:
      if !isMaster { return EINVAL }
      isMaster = false
      return 0
    case .createDumb: return createDumb(argument!)
    case .mapDumb: return mapDumb(argument!)
    case .destroyDumb: return destroyDumb(argument!)
    case .addFramebuffer: return addFramebuffer(argument!)
    case .removeFramebuffer: return removeFramebuffer(argument!)
    case .createBlob: return createBlob(argument!)
    case .destroyBlob: return destroyBlob(argument!)
    case .setCRTC: return setCRTC(argument!)
    case .setCursor: return 0
    case .setProperty: return setProperty(argument!)
    case .setGamma: return setGamma(argument!)
    case .pageFlip: return pageFlip(argument!)
    case .dirty: return dirty(argument!)
    case .atomic: return commit(argument!)
    default:
      complaints.append("unexpected call \(call)")
      return ENOTTY
    }
  }

  /// Handles mmap(2). Returns a file descriptor or -errno.
  func map(_ offset: Int64) -> Int32 {
    onCall?(.map)
    calls[.map, default: 0] += 1
    if let code = refusal(of: .map) { return -code }
    if buffers[UInt32(truncatingIfNeeded: offset >> 20)] == nil { return -EINVAL }
    return memory
  }

  private func newID() -> UInt32 {
    lastID += 1
    return lastID
  }

  private func setClientCapability(_ argument: UnsafeMutableRawPointer) -> Int32 {
    let request = argument.load(as: drm_set_client_cap.self)
    switch Int32(request.capability) {
    case DRM_CLIENT_CAP_UNIVERSAL_PLANES: knowsPlanes = true
    case DRM_CLIENT_CAP_ATOMIC: if !shape.isAtomic { return EOPNOTSUPP }
    default: return EINVAL
    }
    return 0
  }

  private func createDumb(_ argument: UnsafeMutableRawPointer) -> Int32 {
    let request = argument.assumingMemoryBound(to: drm_mode_create_dumb.self)
    // Rows are padded, as on real hardware.
    request.pointee.pitch = request.pointee.width * request.pointee.bpp / 8 + 32
    request.pointee.size = UInt64(request.pointee.pitch * request.pointee.height)
    request.pointee.handle = newID()
    buffers[request.pointee.handle] = request.pointee
    ftruncate(memory, off_t(Self.place(of: request.pointee.handle + 1)))
    return 0
  }

  private func mapDumb(_ argument: UnsafeMutableRawPointer) -> Int32 {
    let request = argument.assumingMemoryBound(to: drm_mode_map_dumb.self)
    guard buffers[request.pointee.handle] != nil else { return ENOENT }
    request.pointee.offset = Self.place(of: request.pointee.handle)
    return 0
  }

  private func destroyDumb(_ argument: UnsafeMutableRawPointer) -> Int32 {
    let handle = argument.load(as: drm_mode_destroy_dumb.self).handle
    if buffers.removeValue(forKey: handle) != nil { return 0 }
    complaints.append("destroyed buffer \(handle), which does not exist")
    return EINVAL
  }

  private func addFramebuffer(_ argument: UnsafeMutableRawPointer) -> Int32 {
    let request = argument.assumingMemoryBound(to: drm_mode_fb_cmd2.self)
    guard let buffer = buffers[request.pointee.handles.0] else { return ENOENT }
    let width = request.pointee.width * (buffer.bpp / 8)
    if request.pointee.pitches.0 != buffer.pitch || width > buffer.pitch || request.pointee.height > buffer.height {
      return EINVAL
    }
    request.pointee.fb_id = newID()
    framebuffers[request.pointee.fb_id] = Framebuffer(
      handle: request.pointee.handles.0, format: request.pointee.pixel_format)
    return 0
  }

  private func removeFramebuffer(_ argument: UnsafeMutableRawPointer) -> Int32 {
    let framebuffer = argument.load(as: UInt32.self)
    if framebuffers.removeValue(forKey: framebuffer) == nil {
      complaints.append("removed framebuffer \(framebuffer), which does not exist")
      return ENOENT
    }
    // The kernel turns off the CRTC that shows the framebuffer.
    if flip?.framebuffer == framebuffer { flip = nil }
    if shown == framebuffer { shown = 0 }
    return 0
  }

  private func createBlob(_ argument: UnsafeMutableRawPointer) -> Int32 {
    let request = argument.assumingMemoryBound(to: drm_mode_create_blob.self)
    let start = UnsafeRawPointer(bitPattern: UInt(request.pointee.data))!
    request.pointee.blob_id = newID()
    blobs[request.pointee.blob_id] = Array(
      UnsafeRawBufferPointer(start: start, count: Int(request.pointee.length)))
    return 0
  }

  private func destroyBlob(_ argument: UnsafeMutableRawPointer) -> Int32 {
    let blob = argument.load(as: drm_mode_destroy_blob.self).blob_id
    if blobs.removeValue(forKey: blob) != nil { return 0 }
    complaints.append("destroyed blob \(blob), which does not exist")
    return ENOENT
  }

  private func setCRTC(_ argument: UnsafeMutableRawPointer) -> Int32 {
    let request = argument.load(as: drm_mode_crtc.self)
    var setting = Setting(crtc: request.crtc_id, framebuffer: request.fb_id, x: request.x, y: request.y)
    if let start = UnsafePointer<UInt32>(bitPattern: UInt(request.set_connectors_ptr)) {
      setting.connectors = Array(UnsafeBufferPointer(start: start, count: Int(request.count_connectors)))
    }
    if request.mode_valid != 0 { setting.width = request.mode.hdisplay }
    settings.append(setting)
    refresh()
    if request.mode_valid == 0 {
      shown = 0
      return request.fb_id == 0 ? 0 : EINVAL
    }
    if request.fb_id != shape.console {
      guard let framebuffer = framebuffers[request.fb_id] else { return ENOENT }
      if shape.refused.contains(framebuffer.format) { return EINVAL }
    }
    shown = request.fb_id
    copied = pixel(of: shown)
    return 0
  }

  private func pageFlip(_ argument: UnsafeMutableRawPointer) -> Int32 {
    let request = argument.load(as: drm_mode_crtc_page_flip.self)
    if framebuffers[request.fb_id] == nil { return ENOENT }
    if shown == 0 || request.flags != UInt32(DRM_MODE_PAGE_FLIP_EVENT) { return EINVAL }
    if flip != nil { return EBUSY }
    flip = (request.fb_id, request.user_data)
    return 0
  }

  private func dirty(_ argument: UnsafeMutableRawPointer) -> Int32 {
    if !shape.copies { return ENOSYS }
    let request = argument.load(as: drm_mode_fb_dirty_cmd.self)
    if framebuffers[request.fb_id] == nil { return ENOENT }
    guard let start = UnsafePointer<drm_clip_rect>(bitPattern: UInt(request.clips_ptr)), request.num_clips > 0 else {
      return EINVAL
    }
    let rects = UnsafeBufferPointer(start: start, count: Int(request.num_clips)).map {
      Rect<PhysicalSpace>(minX: Int32($0.x1), minY: Int32($0.y1), maxX: Int32($0.x2), maxY: Int32($0.y2))
    }
    clips.append(rects)
    if shown == request.fb_id && rects.contains(where: { $0.minX == 0 && $0.minY == 0 }) {
      copied = pixel(of: request.fb_id)
    }
    return 0
  }

  private func commit(_ argument: UnsafeMutableRawPointer) -> Int32 {
    let request = argument.load(as: drm_mode_atomic.self)
    let objects = UnsafePointer<UInt32>(bitPattern: UInt(request.objs_ptr))!
    let counts = UnsafePointer<UInt32>(bitPattern: UInt(request.count_props_ptr))!
    let properties = UnsafePointer<UInt32>(bitPattern: UInt(request.props_ptr))!
    let numbers = UnsafePointer<UInt64>(bitPattern: UInt(request.prop_values_ptr))!
    var values: [UInt32: [String: UInt64]] = [:]
    var next = 0
    for i in 0..<Int(request.count_objs) {
      for _ in 0..<counts[i] {
        let name = Self.propertyNames[Int(properties[next]) - 100]
        if !self.properties(of: objects[i]).contains(where: { $0.name == name }) { return ENOENT }
        values[objects[i], default: [:]][name] = numbers[next]
        next += 1
      }
    }
    let flags = Int32(request.flags)
    let commit = Commit(
      isTest: flags & DRM_MODE_ATOMIC_TEST_ONLY != 0, isFlip: flags & DRM_MODE_PAGE_FLIP_EVENT != 0, values: values)
    commits.append(commit)
    return apply(commit, cookie: request.user_data, flags)
  }

  private func apply(_ commit: Commit, cookie: UInt64, _ flags: Int32) -> Int32 {
    let code = set(commit.values, isTest: true)
    if code != 0 { return code }
    if commit.values[30]?["FB_ID"] == nil { return set(commit.values, isTest: commit.isTest) }
    guard let number = commit.values[30]?["FB_ID"], let framebuffer = framebuffers[UInt32(number)] else {
      return ENOENT
    }
    if shape.refused.contains(framebuffer.format) { return EINVAL }
    if let blob = commit.values[30]?["FB_DAMAGE_CLIPS"] {
      guard let bytes = blobs[UInt32(blob)] else { return EINVAL }
      damage.append(Self.rects(bytes))
    }
    if commit.isFlip {
      // Without ALLOW_MODESET a CRTC cannot be turned on.
      if flags & DRM_MODE_ATOMIC_NONBLOCK == 0 || shown == 0 { return EINVAL }
      if flip != nil { return EBUSY }
      flip = (UInt32(number), cookie)
      return 0
    }
    guard flags & DRM_MODE_ATOMIC_ALLOW_MODESET != 0, commit.values[40]?["ACTIVE"] == 1,
      let mode = commit.values[40]?["MODE_ID"], blobs[UInt32(mode)]?.count == MemoryLayout<drm_mode_modeinfo>.size,
      commit.values[50]?["CRTC_ID"] == 40
    else { return EINVAL }
    if commit.isTest { return 0 }
    // The hardware cannot drive two connectors with one CRTC.
    for plug in shape.plugs where plug.id != 50 && commit.values[plug.id]?["CRTC_ID"] != 0 {
      if shape.encoders.contains(where: { $0.id == plug.encoder && $0.crtc == 40 }) { return EINVAL }
    }
    // A modeset waits for a pending flip.
    refresh()
    _ = set(commit.values, isTest: false)
    shown = UInt32(number)
    copied = pixel(of: shown)
    return 0
  }

  private static func rects(_ bytes: [UInt8]) -> [Rect<PhysicalSpace>] {
    bytes.withUnsafeBytes { space in
      (0..<space.count / 16).map { i in
        let rect = space.loadUnaligned(fromByteOffset: 16 * i, as: drm_mode_rect.self)
        return Rect(minX: rect.x1, minY: rect.y1, maxX: rect.x2, maxY: rect.y2)
      }
    }
  }
}
