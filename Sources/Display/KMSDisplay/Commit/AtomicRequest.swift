import CDRM
import System

/// The list of (object, property, value) of an atomic commit. It is built once and reused for every frame; libdrm's
/// drmModeAtomicReq allocates and sorts for every commit.
final class AtomicRequest {
  private static var objectCapacity: Int { 16 }
  private static var propertyCapacity: Int { 64 }

  private let objects = UnsafeMutablePointer<UInt32>.allocate(capacity: objectCapacity)
  private let counts = UnsafeMutablePointer<UInt32>.allocate(capacity: objectCapacity)
  private let properties = UnsafeMutablePointer<UInt32>.allocate(capacity: propertyCapacity)
  private let values = UnsafeMutablePointer<UInt64>.allocate(capacity: propertyCapacity)
  private var objectCount = 0
  private var propertyCount = 0

  deinit {
    objects.deallocate()
    counts.deallocate()
    properties.deallocate()
    values.deallocate()
  }

  /// Adds a value. All properties of an object must be added one after the other.
  func add(_ object: UInt32, _ property: UInt32, _ value: UInt64) {
    precondition(propertyCount < Self.propertyCapacity, "an atomic request has too many properties")
    if objectCount == 0 || objects[objectCount - 1] != object {
      precondition(objectCount < Self.objectCapacity, "an atomic request has too many objects")
      objects[objectCount] = object
      counts[objectCount] = 0
      objectCount += 1
    }
    counts[objectCount - 1] += 1
    properties[propertyCount] = property
    values[propertyCount] = value
    propertyCount += 1
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
    request.count_objs = UInt32(objectCount)
    request.objs_ptr = UInt64(UInt(bitPattern: objects))
    request.count_props_ptr = UInt64(UInt(bitPattern: counts))
    request.props_ptr = UInt64(UInt(bitPattern: properties))
    request.prop_values_ptr = UInt64(UInt(bitPattern: values))
    request.user_data = UInt64(UInt(bitPattern: cookie))
    return -cdrm_atomic(card.descriptor, &request)
  }
}
