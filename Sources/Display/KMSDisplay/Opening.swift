import CDRM
import CLinux
import Display
import Geometry
import Raster
import System

/// A screen that was found, chosen and proven, before the first frame.
struct Opening {
  let card: Card
  let committer: any Committer
  let buffers: [DumbBuffer]
  let strategy: Strategy
  let found: FoundState
  let panelRotation: Rotation
  let name: String
  let notes: [String]

  static func open(_ options: KMSOptions) throws(DisplayError) -> Opening {
    var notes: [String] = []
    let candidate = try Candidate.best(options, &notes)
    let card = candidate.card
    try card.becomeMaster()

    let choice = candidate.choice
    let crtc = candidate.resources.crtcs[choice.crtcIndex].id
    let route = Route(card: card, connector: choice.connector.id, crtc: crtc, mode: choice.mode)
    let found = FoundState(card, crtc: crtc, connector: choice.connector.id)
    let size = Size<PhysicalSpace>(width: choice.mode.width, height: choice.mode.height)
    let formats = choice.formats(wanted: options.format, preferredDepth: card.preferredDepth)
    if formats.isEmpty { throw noFormat(card, choice, options) }

    let proven = try prove(route, candidate, formats, size, options, &notes)
    var buffers = [proven.buffer]
    var strategy = Strategy.choose(
      options.buffers, flipsTakeDamage: proven.isAtomic && choice.plane?.takesDamage == true,
      acceptsDirty: acceptsDirty(card, proven.buffer), hasVBlank: hasVBlank(card, crtc))
    if strategy == .flip {
      do throws(DisplayError) {
        buffers.append(try DumbBuffer(card, size, proven.buffer.surface.format))
      } catch {
        notes.append(error.message + "; one buffer must do")
        strategy = Strategy.choose(
          .front, flipsTakeDamage: false, acceptsDirty: acceptsDirty(card, proven.buffer), hasVBlank: false)
      }
    }
    let orientation = choice.connector.panelOrientation ?? ""
    let panelRotation = panelRotation(orientation)
    if panelRotation != .none {
      notes.append("the panel is built in " + orientation + ": rotate = \(panelRotation.rawValue) makes it upright")
    }
    let way =
      switch strategy {
      case .flip: "2 buffers"
      case .frontDirty: "1 buffer, dirty rectangles"
      case .front: "1 buffer"
      }
    return Opening(
      card: card, committer: proven.committer, buffers: buffers, strategy: strategy, found: found,
      panelRotation: panelRotation,
      name: "kms:" + card.path + " " + choice.connector.name + " " + choice.mode.name + " "
        + text(proven.buffer.surface.format.name) + ", " + text(proven.committer.name) + ", " + way,
      notes: notes)
  }

  private struct Proven {
    let committer: any Committer
    let buffer: DumbBuffer
    let isAtomic: Bool
  }

  /// The first format that the kernel takes: asked with a test commit, or, without atomic calls, by showing it.
  private static func prove(
    _ route: Route, _ candidate: Candidate, _ formats: [PixelFormat], _ size: Size<PhysicalSpace>,
    _ options: KMSOptions, _ notes: inout [String]
  ) throws(DisplayError) -> Proven {
    var last: DisplayError?
    var atomic: AtomicCommit?
    if options.commit != .legacy {
      if candidate.isAtomic, let plane = candidate.choice.plane {
        atomic = AtomicCommit(route, plane: plane, others: candidate.resources.planes)
      }
      if atomic == nil { notes.append("no atomic commits: the driver does not offer them") }
    }
    if let atomic {
      for format in formats {
        do throws(DisplayError) {
          let buffer = try DumbBuffer(route.card, size, format)
          let code = atomic.test(buffer.framebuffer)
          if code == 0 { return Proven(committer: atomic, buffer: buffer, isAtomic: true) }
          throw route.card.error("test " + text(format.name) + " on", code: code)
        } catch {
          notes.append(error.message)
          last = error
        }
      }
    }
    if options.commit == .atomic {
      throw last ?? DisplayError("use", route.card.path, reason: "the driver has no atomic commits")
    }
    if atomic != nil { notes.append("no format passed a test commit: legacy calls") }
    let legacy = LegacyCommit(route)
    for format in formats {
      do throws(DisplayError) {
        let buffer = try DumbBuffer(route.card, size, format)
        let code = legacy.modeset(buffer.framebuffer)
        if code == 0 { return Proven(committer: legacy, buffer: buffer, isAtomic: false) }
        throw route.card.error("set " + route.mode.name + " " + text(format.name) + " on", code: code)
      } catch {
        notes.append(error.message)
        last = error
      }
    }
    throw last!
  }

  /// Asked with one pixel of a buffer that is not shown: a driver without DIRTYFB says ENOSYS, one with it does nothing.
  private static func acceptsDirty(_ card: Card, _ buffer: DumbBuffer) -> Bool {
    let pixel = Region(Rect<PhysicalSpace>(minX: 0, minY: 0, maxX: 1, maxY: 1))
    return DirtyRectangles.send(pixel, of: buffer.framebuffer, on: card) == 0
  }

  /// Whether the CRTC refreshes by itself. Those that only copy (SPI, USB, virtual) say EOPNOTSUPP.
  private static func hasVBlank(_ card: Card, _ crtc: UInt32) -> Bool {
    var sequence: UInt64 = 0
    var time: UInt64 = 0
    return drmCrtcGetSequence(card.file.raw, crtc, &sequence, &time) == 0 || cdrm_errno() != EOPNOTSUPP
  }

  /// From the kernel's names for a panel's mounting: with its left side up, the picture's top is on its left.
  static func panelRotation(_ orientation: String) -> Rotation {
    if orientation.utf8.elementsEqual("Upside Down".utf8) { return .half }
    if orientation.utf8.elementsEqual("Left Side Up".utf8) { return .threeQuarters }
    if orientation.utf8.elementsEqual("Right Side Up".utf8) { return .quarter }
    return .none
  }

  private static func noFormat(_ card: Card, _ choice: Choice, _ options: KMSOptions) -> DisplayError {
    var offered = ""
    for code in choice.plane?.linearFormats ?? choice.plane?.formats ?? [] {
      offered += (offered.isEmpty ? "" : ", ") + fourCCName(code)
    }
    if let wanted = options.format {
      return DisplayError(
        "use " + text(wanted.name) + " on", card.path, reason: "the plane takes " + offered,
        advice: "let the plane decide, or name one of these")
    }
    return DisplayError("draw to", card.path, reason: "of the plane's formats (" + offered + ") none can be drawn to")
  }

  /// As in "XR24".
  static func fourCCName(_ code: UInt32) -> String {
    var bytes: [UInt8] = []
    for i in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: code >> UInt32(8 * i))) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
