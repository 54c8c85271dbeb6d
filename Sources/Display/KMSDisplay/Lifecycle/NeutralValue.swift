import CDRM

/// The value of a property with which the screen shows pixels as they are in the buffer.
enum NeutralValue {
  case number(UInt64)
  /// A value of an enumeration, by its name.
  case choice(StaticString)
  case lowest
  case highest
  /// The current value, or this one if the current value is lower.
  case atLeast(UInt64)

  /// The properties that a program leaves to the next one, and their neutral values. If the kernel has a default, it is the neutral value.
  ///
  /// For a property with a blob, the number 0 means no blob. Margins, underscan and the scaling mode are not listed: an operator may have
  /// set them for a television in the kernel's command line.
  static func list(for type: UInt32) -> [(name: StaticString, value: NeutralValue)] {
    switch type {
    case DRM_MODE_OBJECT_CRTC:
      [
        ("DEGAMMA_LUT", .number(0)), ("CTM", .number(0)), ("GAMMA_LUT", .number(0)), ("VRR_ENABLED", .number(0)),
        ("SCALING_FILTER", .choice("Default")),
      ]
    case DRM_MODE_OBJECT_CONNECTOR:
      [
        ("Colorspace", .choice("Default")), ("HDR_OUTPUT_METADATA", .number(0)),
        ("Broadcast RGB", .choice("Automatic")), ("content type", .choice("No Data")),
        // The formats have at most 8 bits per channel, so a higher value does not change the picture. It is kept, because setting another
        // one may change the signal.
        ("max bpc", .atLeast(8)),
      ]
    default:
      [
        ("rotation", .number(UInt64(DRM_MODE_ROTATE_0))), ("alpha", .highest),
        ("pixel blend mode", .choice("Pre-multiplied")), ("zpos", .lowest),
        // A driver that applies these even to RGB must not change black and white.
        ("COLOR_RANGE", .choice("YCbCr full range")), ("COLOR_ENCODING", .choice("ITU-R BT.709 YCbCr")),
        ("SCALING_FILTER", .choice("Default")),
      ]
    }
  }

  /// Returns the value for a property; `nil` if the driver has no such value.
  func resolved(for property: Properties.Property, _ card: Card) -> UInt64? {
    switch self {
    case .number(let number): return number
    case .choice(let name):
      let wanted = unsafe UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
      return Properties.choices(property.id, card).first { unsafe $0.name.utf8.elementsEqual(wanted) }?.value
    case .lowest: return Properties.range(property.id, card)?.lowerBound
    case .highest: return Properties.range(property.id, card)?.upperBound
    case .atLeast(let least):
      guard let range = Properties.range(property.id, card) else { return nil }
      return min(max(property.value, least), range.upperBound)
    }
  }
}
