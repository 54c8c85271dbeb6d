import CDRM
import System

/// The list of (object, property, value) of an atomic commit. It is built once and reused for every frame; libdrm's
/// drmModeAtomicReq allocates and sorts for every commit.
final class AtomicRequest {
  private var objects: [UInt32] = []
  /// The number of properties of each object.
  private var counts: [UInt32] = []
  private var properties: [UInt32] = []
  private var values: [UInt64] = []

  /// Adds a value. All properties of an object must be added one after the other.
  func add(_ object: UInt32, _ property: UInt32, _ value: UInt64) {
    if objects.last == object {
      counts[counts.count - 1] += 1
    } else {
      objects.append(object)
      counts.append(1)
    }
    properties.append(property)
    values.append(value)
  }

  /// The value that was added at an index.
  subscript(index: Int) -> UInt64 {
    get { values[index] }
    set { values[index] = newValue }
  }

  /// Commits the request. `flags` are DRM_MODE_ATOMIC_* and DRM_MODE_PAGE_FLIP_EVENT. Returns 0 or an errno.
  func commit(_ card: Card, flags: Int32, cookie: UnsafeMutableRawPointer? = nil) -> Int32 {
    var request = drm_mode_atomic()
    request.flags = UInt32(flags)
    request.count_objs = UInt32(objects.count)
    request.user_data = UInt64(UInt(bitPattern: cookie))
    return objects.withUnsafeBufferPointer { objects in
      counts.withUnsafeBufferPointer { counts in
        properties.withUnsafeBufferPointer { properties in
          values.withUnsafeBufferPointer { values in
            request.objs_ptr = UInt64(UInt(bitPattern: objects.baseAddress))
            request.count_props_ptr = UInt64(UInt(bitPattern: counts.baseAddress))
            request.props_ptr = UInt64(UInt(bitPattern: properties.baseAddress))
            request.prop_values_ptr = UInt64(UInt(bitPattern: values.baseAddress))
            return -cdrm_atomic(card.descriptor, &request)
          }
        }
      }
    }
  }
}
