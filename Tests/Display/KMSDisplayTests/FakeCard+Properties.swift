import CDRM
import Glibc

/// The properties that one program leaves to the next: the kernel keeps their values, and the blobs to which they refer.
extension FakeCard {
  enum Kind {
    case range(ClosedRange<UInt64>)
    case choice([String])
    case blob
  }

  /// The kinds of such properties. Ranges and names are those of real drivers.
  static func kind(of property: String) -> Kind? {
    switch property {
    case "GAMMA_LUT", "DEGAMMA_LUT", "CTM", "HDR_OUTPUT_METADATA": .blob
    case "VRR_ENABLED": .range(0...1)
    case "SCALING_FILTER": .choice(["Default", "Nearest Neighbor"])
    case "Colorspace": .choice(["Default", "SMPTE_170M_YCC", "BT2020_RGB"])
    // The neutral value is not the first one.
    case "Broadcast RGB": .choice(["Full", "Automatic", "Limited 16:235"])
    case "content type": .choice(["No Data", "Graphics", "Photo", "Cinema", "Game"])
    case "link-status": .choice(["Good", "Bad"])
    case "max bpc": .range(6...12)
    case "alpha": .range(0...0xffff)
    case "pixel blend mode": .choice(["None", "Pre-multiplied", "Coverage"])
    case "zpos": .range(1...7)
    case "COLOR_RANGE": .choice(["YCbCr limited range", "YCbCr full range"])
    case "COLOR_ENCODING": .choice(["ITU-R BT.601 YCbCr", "ITU-R BT.709 YCbCr", "ITU-R BT.2020 YCbCr"])
    default: nil
    }
  }

  /// Sets a property as another program does. `content` is that of a blob.
  func leave(_ name: String, _ value: UInt64, content: [UInt8] = [], on object: UInt32) {
    if !content.isEmpty { heldBlobs[UInt32(value)] = content }
    values[object, default: [:]][name] = value
  }

  /// What the screen shows depends on these; a blob stands for its content.
  var look: [UInt32: [String: [UInt8]]] {
    values.mapValues { properties in
      Dictionary(
        uniqueKeysWithValues: properties.map { name, value in
          if case .blob = Self.kind(of: name), value != 0 { return (name, heldBlobs[UInt32(value)] ?? [0xff]) }
          return (name, withUnsafeBytes(of: value) { Array($0) })
        })
    }
  }

  /// Checks values and, unless it is a test, sets them. Returns 0 or an errno.
  func set(_ wanted: [UInt32: [String: UInt64]], isTest: Bool) -> Int32 {
    var (values, held) = (values, heldBlobs)
    for (object, properties) in wanted {
      for (name, value) in properties where values[object]?[name] != nil {
        if shape.rejected.contains(name) || shape.immutable.contains(name) { return EINVAL }
        switch Self.kind(of: name) {
        case .range(let range): if !range.contains(value) { return EINVAL }
        case .choice(let names): if value >= names.count { return EINVAL }
        case .blob:
          if value != 0 {
            guard let content = blobs[UInt32(value)] ?? heldBlobs[UInt32(value)] else { return EINVAL }
            held[UInt32(value)] = content
          }
        case nil: if ![1, 2, 4, 8].contains(value) { return EINVAL }
        }
        values[object]?[name] = value
      }
    }
    if isTest { return 0 }
    self.values = values
    // A blob that no state and no program holds is gone.
    let used = Set(values.values.flatMap { $0.values })
    heldBlobs = held.filter { used.contains(UInt64($0.key)) }
    return 0
  }

  func setProperty(_ argument: UnsafeMutableRawPointer) -> Int32 {
    let request = argument.load(as: drm_mode_obj_set_property.self)
    let name = Self.propertyNames[Int(request.prop_id) - 100]
    if !properties(of: request.obj_id).contains(where: { $0.name == name }) { return ENOENT }
    return set([request.obj_id: [name: request.value]], isTest: false)
  }

  func getGamma(_ argument: UnsafeMutableRawPointer) -> Int32 {
    let request = argument.load(as: drm_mode_crtc_lut.self)
    if Int(request.gamma_size) != gamma[0].count { return EINVAL }
    for (i, address) in [request.red, request.green, request.blue].enumerated() {
      UnsafeMutablePointer<UInt16>(bitPattern: UInt(address))!.update(from: gamma[i], count: gamma[i].count)
    }
    return 0
  }

  func setGamma(_ argument: UnsafeMutableRawPointer) -> Int32 {
    let request = argument.load(as: drm_mode_crtc_lut.self)
    if Int(request.gamma_size) != gamma[0].count { return EINVAL }
    gamma = [request.red, request.green, request.blue].map {
      Array(UnsafeBufferPointer(start: UnsafePointer<UInt16>(bitPattern: UInt($0)), count: Int(request.gamma_size)))
    }
    return 0
  }
}
