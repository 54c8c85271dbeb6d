import CDRM
import System

/// The properties of one DRM object, by name: read at the opening, since every name costs an ioctl.
struct Properties {
  struct Property {
    let id: UInt32
    let value: UInt64
  }

  private var names: [String] = []
  private var properties: [Property] = []

  /// `type` is one of DRM_MODE_OBJECT_*. Without an answer there are no properties.
  init(_ card: Card, object: UInt32, type: UInt32) {
    guard let list = drmModeObjectGetProperties(card.file.raw, object, type) else { return }
    defer { drmModeFreeObjectProperties(list) }
    for i in 0..<Int(list.pointee.count_props) {
      guard let property = drmModeGetProperty(card.file.raw, list.pointee.props[i]) else { continue }
      names.append(withUnsafePointer(to: &property.pointee.name) { cString(UnsafeRawPointer($0)) })
      properties.append(Property(id: property.pointee.prop_id, value: list.pointee.prop_values[i]))
      drmModeFreeProperty(property)
    }
  }

  subscript(name: StaticString) -> Property? {
    let wanted = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    for i in names.indices where names[i].utf8.elementsEqual(wanted) { return properties[i] }
    return nil
  }

  /// The name of an enumeration's present value.
  func valueName(_ name: StaticString, _ card: Card) -> String? {
    guard let found = self[name], let property = drmModeGetProperty(card.file.raw, found.id) else { return nil }
    defer { drmModeFreeProperty(property) }
    for i in 0..<Int(property.pointee.count_enums) where property.pointee.enums[i].value == found.value {
      return cString(UnsafeRawPointer(cdrm_enum_name(property, Int32(i))!))
    }
    return nil
  }
}

/// A zero-terminated name out of a C structure.
func cString(_ bytes: UnsafeRawPointer) -> String {
  var count = 0
  while bytes.load(fromByteOffset: count, as: UInt8.self) != 0 { count += 1 }
  return String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
}

/// A static string as a string, without the Unicode tables that `description` needs on small boards.
func text(_ name: StaticString) -> String {
  String(decoding: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount), as: UTF8.self)
}
