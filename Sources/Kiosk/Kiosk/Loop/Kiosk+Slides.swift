import Basics
import Display
import Raster
import Screens
import Settings
import Survey
import System

/// The slides of the start screen, one after another.
struct SlideShow {
  private(set) var paths: [String]
  /// How long each slide is shown, in nanoseconds.
  private let period: Int64
  /// The index of the slide that is shown; -1 before the first one.
  private var shown = -1
  /// When the next slide follows; `nil` while another screen is shown, and for a single slide.
  private(set) var due: Int64?

  /// Creates the slides of a configuration; none without a start screen.
  init(_ settings: Settings) {
    paths = settings.hasWords && settings.kiosk.attract ? settings.theme.slides : []
    period = Int64(settings.theme.slideTime) * 1_000_000_000
  }

  /// Whether no slide has been shown.
  var isNew: Bool { shown < 0 && !paths.isEmpty }

  mutating func stop() { due = nil }

  mutating func wait(from now: Int64) { due = paths.count > 1 ? now + period : nil }

  /// Returns the next slide, which is read now because the pixels of all slides would take too much memory. If a slide cannot be read, its
  /// error is thrown, and it is not tried again until the next configuration.
  mutating func next() throws(KioskError) -> Image? {
    if paths.isEmpty { return nil }
    shown = (shown + 1) % paths.count
    let path = paths[shown]
    do throws(KioskError) { return try Self.read(path) } catch {
      paths.remove(at: shown)
      shown -= 1
      throw error
    }
  }

  static func read(_ path: String) throws(KioskError) -> Image {
    let file: [UInt8]
    do throws(SystemError) { file = try readFile(path) } catch { throw KioskError(error) }
    do throws(PNGError) { return try PNG.decodeImage(file) } catch { throw KioskError("decode", path, error.reason) }
  }
}

extension Kiosk {
  /// Shows the next slide on the start screen, and decides when another one follows.
  func showNextSlide() {
    do throws(KioskError) {
      let isFirst = slides.isNew
      if let image = try slides.next() {
        // The band below the slide must not move.
        let change = isFirst || devices.film != nil || presentation.isEnding ? nil : model.change
        change?.leave(screen, movedBy: shift)
        screen.showSlide(image)
        now = clock.now
        if let change { screen.appear(by: change, movedBy: shift, moving: false, at: now) }
      }
    } catch { for line in error.lines { Standard.error(line, .warning) } }
    returnFreeMemory()
    now = clock.now
    slides.wait(from: now)
  }
}
