import Basics
import CDRM
import CLinux
import Display
import StarSlider
import System

// Safety: libdrm fills two variables before the call returns.

// Finding out what a card can do before the first frame.

extension KMSDisplay {
  /// Returns the first interface and a buffer of the first format that the driver accepts.
  static func test(
    _ candidate: Candidate, _ inherited: InheritedState, _ options: DisplayOptions, _ notes: inout [String]
  ) throws(DisplayError) -> (any Committer, DumbBuffer) {
    let (card, pipeline) = (candidate.card, candidate.pipeline)
    let formats = pipeline.formats(wanted: options.format, preferredDepth: card.preferredDepth)
    if formats.isEmpty { throw noFormat(card, pipeline, options) }
    let size = Size<PhysicalSpace>(width: pipeline.mode.width, height: pipeline.mode.height)

    var committers: [any Committer] = []
    var last = DisplayError(
      .unsupported, "use", card.path, reason: "the driver does not support atomic commits")
    if options.commit != .legacy {
      if candidate.isAtomic, let plane = pipeline.plane,
        let atomic = AtomicCommitter(card, pipeline, plane: plane, inherited, candidate.resources)
      {
        committers.append(atomic)
      } else {
        notes.append(last.reason)
      }
    }
    if options.commit != .atomic { committers.append(LegacyCommitter(card, pipeline, inherited)) }
    for (i, committer) in committers.enumerated() {
      if i > 0 { notes.append("no format passed a test commit; using the legacy interface") }
      for format in formats {
        do throws(DisplayError) {
          let buffer = try DumbBuffer(card, size, format)
          let code = committer.test(buffer.framebuffer)
          if code == 0 { return (committer, buffer) }
          throw card.error("set mode \(pipeline.mode.name) \(format.name) on", code: code)
        } catch {
          notes.append(error.message)
          last = error
        }
      }
    }
    throw last
  }

  /// Returns whether the driver supports DIRTYFB, by sending one pixel of a buffer that is not shown. A driver without DIRTYFB returns
  /// ENOSYS; other drivers have nothing to copy.
  static func acceptsDirty(_ card: Card, _ buffer: DumbBuffer) -> Bool {
    card.sendDirty(Region(Rect(minX: 0, minY: 0, maxX: 1, maxY: 1)), of: buffer.framebuffer) == 0
  }

  /// Whether the CRTC has vertical blanking. Screens that must be sent every change (SPI, USB, virtual) return EOPNOTSUPP.
  static func hasVBlank(_ card: Card, _ crtc: UInt32) -> Bool {
    var (sequence, time): (UInt64, UInt64) = (0, 0)
    return unsafe drmCrtcGetSequence(card.descriptor, crtc, &sequence, &time) == 0 || cdrm_errno() != EOPNOTSUPP
  }

  /// Returns the rotation for a value of "panel orientation". If the panel's left side is up, the top of the picture is at the panel's
  /// left.
  static func panelRotation(_ orientation: String) -> Rotation {
    if orientation.utf8.elementsEqual("Upside Down".utf8) { return .half }
    if orientation.utf8.elementsEqual("Left Side Up".utf8) { return .threeQuarters }
    if orientation.utf8.elementsEqual("Right Side Up".utf8) { return .quarter }
    return .none
  }

  private static func noFormat(_ card: Card, _ pipeline: Pipeline, _ options: DisplayOptions) -> DisplayError {
    let codes = pipeline.plane?.linearFormats ?? pipeline.plane?.formats ?? []
    let offered = codes.map { fourCCName($0) }.joined(separator: ", ")
    guard let wanted = options.format else {
      return DisplayError(
        .unsupported, "draw to", card.path, reason: "none of the plane's formats (" + offered + ") is supported")
    }
    return DisplayError(
      .unsupported, "use \(wanted.name) on", card.path, reason: "the plane supports only " + offered,
      suggestion: "choose one of these, or auto")
  }

  /// Returns the name of a four-character code, such as "XR24".
  static func fourCCName(_ code: UInt32) -> String {
    String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: code >> (8 * $0)) }, as: UTF8.self)
  }
}

/// How frames reach the screen.
enum PresentMode {
  /// Two buffers and page flips.
  case pageFlip
  /// One buffer; the driver copies the rectangles that are reported to it (DIRTYFB).
  case dirtyRectangles
  /// One buffer that the hardware scans out while it is drawn to.
  case frontBuffer

  /// Chooses the cheapest mode. Page flips are exact, and cheap if the driver uses their damage. If a driver copies but ignores damage,
  /// each flip sends the whole screen, while DIRTYFB sends only the changes. If a driver copies nothing, page flips cost nothing. Such
  /// drivers either lack DIRTYFB, or have both DIRTYFB and vertical blanking (Intel, AMD).
  init(_ buffers: DisplayOptions.Buffers, sendsDamage: Bool, acceptsDirty: Bool, hasVBlank: Bool) {
    self =
      switch buffers {
      case .flip: .pageFlip
      case .front: acceptsDirty ? .dirtyRectangles : .frontBuffer
      case .auto: sendsDamage || !acceptsDirty || hasVBlank ? .pageFlip : .dirtyRectangles
      }
  }

  var name: StaticString {
    switch self {
    case .pageFlip: "2 buffers"
    case .dirtyRectangles: "1 buffer, dirty rectangles"
    case .frontBuffer: "1 buffer"
    }
  }
}
