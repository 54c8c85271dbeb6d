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
  ///
  /// Safety: the kernel reads the arrays, whose counts agree, before the call returns. It only stores the cookie.
  func commit(_ card: Card, flags: Int32, cookie: UnsafeMutableRawPointer? = nil) -> Int32 {
    unsafe -cdrm_atomic(card.descriptor, flags, UInt32(objects.count), objects, counts, properties, values, cookie)
  }
}
