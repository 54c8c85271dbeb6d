import CDRM
import System

/// The properties of one DRM object by name. Reading them takes an ioctl per property, so it is done once, while opening.
///
/// Safety: libdrm's structures live until they are freed, and their counts give the number of elements.
struct Properties {
  let object: UInt32
  private var properties: [(name: String, id: UInt32, value: UInt64)] = []

  /// Reads an object's properties. There are none if the kernel does not know the object. `type` is one of DRM_MODE_OBJECT_*.
  init(_ card: Card, object: UInt32, type: UInt32) {
    self.object = object
    guard let list = unsafe drmModeObjectGetProperties(card.descriptor, object, type) else { return }
    defer { unsafe drmModeFreeObjectProperties(list) }
    let count = unsafe list.pointee.count_props
    for (id, value) in unsafe zip(items(list.pointee.props, count), items(list.pointee.prop_values, count)) {
      guard let property = unsafe drmModeGetProperty(card.descriptor, id) else { continue }
      properties.append((unsafe String(cString: cdrm_property_name(property)), id, value))
      unsafe drmModeFreeProperty(property)
    }
  }

  subscript(name: StaticString) -> (name: String, id: UInt32, value: UInt64)? {
    let wanted = unsafe UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    return properties.first { unsafe $0.name.utf8.elementsEqual(wanted) }
  }

  /// Returns the name of an enumeration property's current value.
  func valueName(_ name: StaticString, _ card: Card) -> String? {
    guard let found = self[name], let property = unsafe drmModeGetProperty(card.descriptor, found.id) else {
      return nil
    }
    defer { unsafe drmModeFreeProperty(property) }
    let values = unsafe items(property.pointee.enums, property.pointee.count_enums)
    guard let i = values.firstIndex(where: { $0.value == found.value }) else { return nil }
    return unsafe String(cString: cdrm_enum_name(property, Int32(i)))
  }
}
