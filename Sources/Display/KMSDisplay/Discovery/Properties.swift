import CDRM
import System

/// The properties of one DRM object by name. Reading them takes an ioctl per property, so it is done while opening.
struct Properties {
  struct Property {
    let id: UInt32
    let value: UInt64
  }

  private var properties: [(name: String, property: Property)] = []

  /// Reads an object's properties; none if the kernel does not know the object. `type` is one of DRM_MODE_OBJECT_*.
  init(_ card: Card, object: UInt32, type: UInt32) {
    guard let list = drmModeObjectGetProperties(card.descriptor, object, type) else { return }
    defer { drmModeFreeObjectProperties(list) }
    for i in 0..<Int(list.pointee.count_props) {
      guard let property = drmModeGetProperty(card.descriptor, list.pointee.props[i]) else { continue }
      let name = withUnsafePointer(to: &property.pointee.name) { cString(UnsafeRawPointer($0)) }
      properties.append((name, Property(id: property.pointee.prop_id, value: list.pointee.prop_values[i])))
      drmModeFreeProperty(property)
    }
  }

  subscript(name: StaticString) -> Property? {
    let wanted = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    return properties.first { $0.name.utf8.elementsEqual(wanted) }?.property
  }

  /// Returns the name of an enumeration property's current value.
  func valueName(_ name: StaticString, _ card: Card) -> String? {
    guard let found = self[name], let property = drmModeGetProperty(card.descriptor, found.id) else { return nil }
    defer { drmModeFreeProperty(property) }
    for i in 0..<Int(property.pointee.count_enums) where property.pointee.enums[i].value == found.value {
      return cString(UnsafeRawPointer(cdrm_enum_name(property, Int32(i))!))
    }
    return nil
  }
}

/// Returns the text of a zero-terminated array of characters.
func cString(_ bytes: UnsafeRawPointer) -> String {
  String(cString: bytes.assumingMemoryBound(to: CChar.self))
}
