import CDRM
import System

/// The properties of one DRM object by name. Reading them takes an ioctl per property, so it is done once, while opening.
///
/// Safety: libdrm's structures live until they are freed, and their counts give the number of elements.
struct Properties {
  struct Property {
    let name: String
    let id: UInt32
    /// The value when the properties were read.
    let value: UInt64
    /// DRM_MODE_PROP_*.
    let flags: UInt32
  }

  let object: UInt32
  /// One of DRM_MODE_OBJECT_*.
  let type: UInt32
  private var properties: [Property] = []

  /// Reads an object's properties. There are none if the kernel has no such object. `type` is one of DRM_MODE_OBJECT_*.
  init(_ card: Card, object: UInt32, type: UInt32) {
    (self.object, self.type) = (object, type)
    for (id, value) in Self.values(card, object: object, type: type) {
      guard let property = unsafe drmModeGetProperty(card.descriptor, id) else { continue }
      let name = unsafe String(cString: cdrm_property_name(property))
      properties.append(Property(name: name, id: id, value: value, flags: unsafe property.pointee.flags))
      unsafe drmModeFreeProperty(property)
    }
  }

  /// Returns the values of an object's properties, by their IDs.
  static func values(_ card: Card, object: UInt32, type: UInt32) -> [(id: UInt32, value: UInt64)] {
    guard let list = unsafe drmModeObjectGetProperties(card.descriptor, object, type) else { return [] }
    defer { unsafe drmModeFreeObjectProperties(list) }
    let count = unsafe list.pointee.count_props
    return unsafe zip(items(list.pointee.props, count), items(list.pointee.prop_values, count)).map {
      (id: $0, value: $1)
    }
  }

  subscript(name: StaticString) -> Property? {
    let wanted = unsafe UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    return properties.first { unsafe $0.name.utf8.elementsEqual(wanted) }
  }

  /// Returns the name of an enumeration property's current value.
  func valueName(_ name: StaticString, _ card: Card) -> String? {
    guard let found = self[name] else { return nil }
    return Self.choices(found.id, card).first { $0.value == found.value }?.name
  }

  /// Returns the values of an enumeration property.
  static func choices(_ id: UInt32, _ card: Card) -> [(name: String, value: UInt64)] {
    guard let property = unsafe drmModeGetProperty(card.descriptor, id) else { return [] }
    defer { unsafe drmModeFreeProperty(property) }
    let values = unsafe items(property.pointee.enums, property.pointee.count_enums)
    return values.indices.map { unsafe (String(cString: cdrm_enum_name(property, Int32($0))), values[$0].value) }
  }

  /// Returns the bounds of a property whose value is a number.
  static func range(_ id: UInt32, _ card: Card) -> ClosedRange<UInt64>? {
    guard let property = unsafe drmModeGetProperty(card.descriptor, id) else { return nil }
    defer { unsafe drmModeFreeProperty(property) }
    let bounds = unsafe items(property.pointee.values, property.pointee.count_values)
    guard unsafe property.pointee.flags & UInt32(DRM_MODE_PROP_RANGE) != 0, bounds.count == 2, bounds[0] <= bounds[1]
    else { return nil }
    return bounds[0]...bounds[1]
  }
}
