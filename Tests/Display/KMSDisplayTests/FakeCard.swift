import CDRM
import Display
import FakeDevice
import Glibc
import StarSlider
import Testing

@testable import KMSDisplay

/// A simulated DRM card below the real libdrm: a FIFO whose ioctls the test answers. It keeps the kernel's state (the master,
/// the buffers, framebuffers and blobs, what the screen shows), accepts and rejects what the kernel would, and fails on demand.
/// Releasing something twice, or something that does not exist, is recorded as a complaint.
final class FakeCard {
  /// A call to the kernel. The raw value is the ioctl's number.
  enum Call: UInt32 {
    case getCapability = 0x0c
    case setClientCapability = 0x0d
    case setMaster = 0x1e
    case dropMaster = 0x1f
    case getSequence = 0x3b
    case getResources = 0xa0
    case getCRTC = 0xa1
    case setCRTC = 0xa2
    case setCursor = 0xa3
    case getGamma = 0xa4
    case setGamma = 0xa5
    case getEncoder = 0xa6
    case getConnector = 0xa7
    case getProperty = 0xaa
    case getBlob = 0xac
    case removeFramebuffer = 0xaf
    case pageFlip = 0xb0
    case dirty = 0xb1
    case createDumb = 0xb2
    case mapDumb = 0xb3
    case destroyDumb = 0xb4
    case getPlanes = 0xb5
    case getPlane = 0xb6
    case addFramebuffer = 0xb8
    case getProperties = 0xb9
    case setProperty = 0xba
    case atomic = 0xbc
    case createBlob = 0xbd
    case destroyBlob = 0xbe
    /// mmap(2), which is not an ioctl.
    case map = 0x100
  }

  /// An atomic commit, or a test of one.
  struct Commit {
    let isTest: Bool
    let isFlip: Bool
    /// By object ID and property name.
    let values: [UInt32: [String: UInt64]]
  }

  /// The arguments of a SetCrtc call.
  struct Setting: Equatable {
    var crtc: UInt32 = 40
    var framebuffer: UInt32
    var x: UInt32 = 0
    var y: UInt32 = 0
    var connectors: [UInt32] = []
    var width: UInt16 = 0
  }

  struct Framebuffer {
    let handle: UInt32
    let format: UInt32
  }

  let path: String
  var shape: Shape

  // The state of the card.
  var isMaster = false
  var buffers: [UInt32: drm_mode_create_dumb] = [:]
  var framebuffers: [UInt32: Framebuffer] = [:]
  var blobs: [UInt32: [UInt8]] = [:]
  /// The values of the properties that a program leaves to the next one, by object, and the blobs to which they refer.
  var values: [UInt32: [String: UInt64]] = [30: ["rotation": 1]]
  var heldBlobs: [UInt32: [UInt8]] = [:]
  /// The ramps of red, green and blue of a driver without GAMMA_LUT.
  var gamma: [[UInt16]] = [[], [], []]
  /// The framebuffer on the screen, or 0 if the screen is off.
  var shown: UInt32 = 0
  /// The flip that completes at the next refresh.
  var flip: (framebuffer: UInt32, cookie: UInt64)?
  /// The first pixel that was copied to a screen with DIRTYFB.
  var copied: UInt32 = 0
  var lastID: UInt32 = 1000
  /// Whether the client set the universal planes capability.
  var knowsPlanes = false
  /// The connectors that were probed.
  var probed: Set<UInt32> = []

  // The calls it received.
  var calls: [Call: Int] = [:]
  var commits: [Commit] = []
  var settings: [Setting] = []
  var clips: [[Rect<PhysicalSpace>]] = []
  var damage: [[Rect<PhysicalSpace>]] = []
  var complaints: [String] = []

  // Faults.
  /// The results of the next calls of a kind: an errno each, or 0 for the usual result.
  var answers: [Call: [Int32]] = [:]
  /// The errno that all calls of a kind return.
  var refusals: [Call: Int32] = [:]
  /// Whether the card is unplugged: all calls return ENODEV.
  var isGone = false
  /// Whether flips complete without an event.
  var losesEvents = false
  /// Called before each call is handled.
  var onCall: ((Call) -> Void)?

  /// The value of CLOCK_MONOTONIC in nanoseconds. It changes only when set.
  var now: Int64 = 1_000_000_000_000 {
    didSet { fake_device_clock(now) }
  }

  private let file: Int32
  let memory: Int32
  private let memoryName: String

  /// Creates a card at `path`, which must not exist.
  init(_ path: String, _ shape: Shape) throws {
    self.path = path
    self.shape = shape
    try #require(mkfifo(path, 0o600) == 0)
    file = Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    memoryName = "card" + path.split(separator: "/").joined(separator: "-")
    memory = fake_device_memory(memoryName)
    try #require(file >= 0 && memory >= 0)
    shown = shape.console
    let result = fake_device_claim(
      path,
      { context, request, argument in
        let card = Unmanaged<FakeCard>.fromOpaque(context!).takeUnretainedValue()
        return card.answer(number: UInt32(request & 0xff), argument)
      },
      { context, offset, _ in Unmanaged<FakeCard>.fromOpaque(context!).takeUnretainedValue().map(offset) },
      Unmanaged.passUnretained(self).toOpaque())
    try #require(result == 0)
    fake_device_clock(now)
  }

  /// Removes the card. Must be called on the thread that created it.
  func remove() {
    onCall = nil
    fake_device_release(Unmanaged.passUnretained(self).toOpaque())
    fake_device_clock(0)
    close(file)
    close(memory)
    unlink(path)
  }

  /// Passes a card to `body`, then checks that everything was released and that there were no complaints.
  static func withCard(
    _ shape: Shape = Shape(), _ comment: Comment = "everything is released",
    _ location: SourceLocation = #_sourceLocation, to body: (FakeCard) throws -> Void
  ) throws {
    let folder = try ScratchFolder()
    let card = try FakeCard(folder.path + "/card0", shape)
    defer { card.remove() }
    try body(card)
    #expect(card.holdings == Holdings(), comment, sourceLocation: location)
    #expect(card.complaints == [], comment, sourceLocation: location)
    withExtendedLifetime(folder) {}
  }

  /// Opens a display on the card.
  func open(_ change: (inout DisplayOptions) -> Void = { _ in }) throws(DisplayError) -> KMSDisplay {
    var options = DisplayOptions()
    change(&options)
    return try KMSDisplay(path, options)
  }

  // MARK: The screen

  /// Refreshes the screen: a pending flip completes and its event is written.
  func refresh() {
    guard let (framebuffer, cookie) = flip else { return }
    flip = nil
    shown = framebuffer
    copied = pixel(of: framebuffer)
    if !losesEvents { writeEvent(cookie) }
  }

  /// Writes an event as the kernel does, by default of a completed flip.
  func writeEvent(_ cookie: UInt64, type: Int32 = DRM_EVENT_FLIP_COMPLETE) {
    var event = drm_event_vblank()
    event.base.type = UInt32(type)
    event.base.length = UInt32(MemoryLayout<drm_event_vblank>.size)
    event.user_data = cookie
    (event.tv_sec, event.tv_usec) = (UInt32(now / 1_000_000_000), UInt32(now % 1_000_000_000 / 1000))
    write(file, &event, MemoryLayout<drm_event_vblank>.size)
  }

  /// The first pixel on the screen, or `nil` if the screen is off or shows another program's picture.
  var picture: UInt32? {
    if framebuffers[shown] == nil { return nil }
    return shape.copies ? copied : pixel(of: shown)
  }

  /// Returns the first four bytes of a framebuffer.
  func pixel(of framebuffer: UInt32) -> UInt32 {
    guard let handle = framebuffers[framebuffer]?.handle else { return 0 }
    var pixel: UInt32 = 0
    pread(memory, &pixel, 4, off_t(Self.place(of: handle)))
    return pixel
  }

  /// The offset of a buffer in the card's memory.
  static func place(of handle: UInt32) -> UInt64 { UInt64(handle) << 20 }

  // MARK: Resources in use

  /// The card's resources that a program holds.
  struct Holdings: Equatable {
    var buffers = 0
    var framebuffers = 0
    var blobs = 0
    var mappings = 0
    var descriptors = 0
  }

  /// The resources in use. Mappings and descriptors are counted by the real kernel.
  var holdings: Holdings {
    var holdings = Holdings(buffers: buffers.count, framebuffers: framebuffers.count, blobs: blobs.count)
    holdings.mappings = mappings
    var own = stat()
    var other = stat()
    fstat(file, &own)
    for descriptor in 0..<Int32(1024) where descriptor != file && fstat(descriptor, &other) == 0 {
      if other.st_dev == own.st_dev && other.st_ino == own.st_ino { holdings.descriptors += 1 }
    }
    return holdings
  }

  /// The number of this process's mappings of the card's memory.
  private var mappings: Int {
    guard let maps = fopen("/proc/self/maps", "r") else { return -1 }
    defer { fclose(maps) }
    var line = [CChar](repeating: 0, count: 1024)
    var count = 0
    while fgets(&line, Int32(line.count), maps) != nil {
      if strstr(line, "/memfd:" + memoryName) != nil { count += 1 }
    }
    return count
  }
}

/// A new folder in /tmp, removed on deinit.
final class ScratchFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/star-kms-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { rmdir(path) }
}
