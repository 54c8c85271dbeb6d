import CDRM
import Display
import FakeDevice
import Geometry
import Glibc
import Raster
import Testing

@testable import KMSDisplay

/// A DRM card that is not there, below the real libdrm: a FIFO that the thread has claimed. It keeps the kernel's books (who is
/// master, which buffers, framebuffers and blobs there are, what the screen shows), takes and refuses what the kernel would, and
/// fails on demand. What is given back twice, or was never had, it writes down as a complaint.
final class FakeCard {
  /// A call into the kernel; the raw value is the ioctl's number.
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
    case atomic = 0xbc
    case createBlob = 0xbd
    case destroyBlob = 0xbe
    /// mmap(2), which is no ioctl.
    case map = 0x100
  }

  /// A commit that the card took, or was asked about.
  struct Commit {
    let isTest: Bool
    let isFlip: Bool
    /// By object and property.
    let values: [UInt32: [String: UInt64]]
  }

  /// What SetCrtc was called with.
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
  let shape: Shape

  // Who is on at the moment, and what the card holds.
  var isMaster = false
  var buffers: [UInt32: drm_mode_create_dumb] = [:]
  var framebuffers: [UInt32: Framebuffer] = [:]
  var blobs: [UInt32: [UInt8]] = [:]
  /// The framebuffer on the screen; 0, it is dark.
  var shown: UInt32 = 0
  /// A flip that waits for the next refresh.
  var flip: (framebuffer: UInt32, cookie: UInt64)?
  /// The first pixel of a screen that only shows what it was told to copy.
  var copied: UInt32 = 0
  var lastID: UInt32 = 1000
  /// Somebody asked for primary planes, too.
  var knowsPlanes = false
  /// Connectors whose cable somebody had looked at.
  var probed: Set<UInt32> = []

  // What it was asked.
  var calls: [Call: Int] = [:]
  var commits: [Commit] = []
  var settings: [Setting] = []
  var clips: [[Rect<PhysicalSpace>]] = []
  var damage: [[Rect<PhysicalSpace>]] = []
  var complaints: [String] = []

  // What goes wrong.
  /// What the next calls of a kind are answered, one each: an errno; or 0, what the card says by itself.
  var answers: [Call: [Int32]] = [:]
  /// What all calls of a kind are answered.
  var refusals: [Call: Int32] = [:]
  /// Unplugged: all calls are answered ENODEV.
  var isGone = false
  /// Refreshes, and says nothing about it.
  var losesEvents = false
  /// Runs before a call is answered.
  var onCall: ((Call) -> Void)?

  /// CLOCK_MONOTONIC, nanoseconds: it stands still.
  var now: Int64 = 1_000_000_000_000 {
    didSet { fake_device_clock(now) }
  }

  private let file: Int32
  let memory: Int32
  private let memoryName: String

  /// A card at `path`, which must not exist yet.
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

  /// Takes it away, on the thread that it is for.
  func remove() {
    onCall = nil
    fake_device_release(Unmanaged.passUnretained(self).toOpaque())
    fake_device_clock(0)
    close(file)
    close(memory)
    unlink(path)
  }

  /// Lends a card; then nothing of it may be left with the program, and it must have had nothing to complain of.
  static func lend(
    _ shape: Shape = Shape(), _ comment: Comment = "given back when all is over",
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

  /// Opens a display on it.
  func open(_ change: (inout KMSOptions) -> Void = { _ in }) throws(DisplayError) -> KMSDisplay {
    var options = KMSOptions(path: path)
    change(&options)
    return try KMSDisplay(options)
  }

  // MARK: What the screen does

  /// The screen refreshes: a flip under way is done, and the kernel says so.
  func refresh() {
    guard let (framebuffer, cookie) = flip else { return }
    flip = nil
    shown = framebuffer
    copied = pixel(of: framebuffer)
    if !losesEvents { say(cookie) }
  }

  /// An event as the kernel writes it: by default that a flip is done.
  func say(_ cookie: UInt64, type: Int32 = DRM_EVENT_FLIP_COMPLETE) {
    var event = drm_event_vblank()
    event.base.type = UInt32(type)
    event.base.length = UInt32(MemoryLayout<drm_event_vblank>.size)
    event.user_data = cookie
    write(file, &event, MemoryLayout<drm_event_vblank>.size)
  }

  /// The first pixel on the screen; `nil` where it is dark or shows somebody else's picture.
  var picture: UInt32? {
    if framebuffers[shown] == nil { return nil }
    return shape.copies ? copied : pixel(of: shown)
  }

  /// A framebuffer's first pixel, four bytes.
  func pixel(of framebuffer: UInt32) -> UInt32 {
    guard let handle = framebuffers[framebuffer]?.handle else { return 0 }
    var pixel: UInt32 = 0
    pread(memory, &pixel, 4, off_t(Self.place(of: handle)))
    return pixel
  }

  /// Where a buffer's memory begins.
  static func place(of handle: UInt32) -> UInt64 { UInt64(handle) << 20 }

  // MARK: What it is owed

  /// What a program has of the card.
  struct Holdings: Equatable {
    var buffers = 0
    var framebuffers = 0
    var blobs = 0
    var mappings = 0
    var descriptors = 0
  }

  /// Mappings and descriptors by the real kernel's account.
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

  /// How many lines of this process's mappings name the card's memory.
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

/// A new folder below /tmp, removed with all that is in it.
final class ScratchFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/star-kms-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { rmdir(path) }
}
