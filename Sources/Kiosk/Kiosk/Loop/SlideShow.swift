import Basics
import Pictures
import Screens
import Settings
import StarSlider
import System

/// The slides of the start screen, one after another. The pixels of all of them would take too much memory, so each is read before it is
/// shown. Each round of the event loop reads only a part, so that touches do not wait.
///
/// | state | event | next state |
/// | --- | --- | --- |
/// | idle | `wait`, with more than one slide | due after the period |
/// | idle, due | `load` | loading the next slide |
/// | loading | `advance` | loading; once the slide is complete, idle, and the slide is returned |
/// | loading | `advance` fails | idle; the slide is skipped until the next configuration |
/// | due, loading | `stop` | idle; the slide comes again |
struct SlideShow {
  private(set) var paths: [String]
  /// How long each slide is shown, in nanoseconds.
  private let period: Int64
  /// The index of the slide that is shown; -1 before the first one.
  private var shown = -1
  /// When the next slide is due; `nil` while it is read, while another screen is shown, and for a single slide.
  private(set) var due: Int64?
  private var loading: SlideLoading?

  /// Creates the slides of a configuration; none without a start screen.
  init(_ settings: Settings) {
    paths = settings.hasWords && settings.kiosk.attract ? settings.theme.slides : []
    period = Int64(settings.theme.slideTime) * 1_000_000_000
  }

  /// Whether no slide has been shown yet.
  var isNew: Bool { shown < 0 && !paths.isEmpty }
  var isLoading: Bool { loading != nil }
  /// The index of the next slide.
  private var next: Int { (shown + 1) % paths.count }

  mutating func stop() { (due, loading) = (nil, nil) }

  mutating func wait(from now: Int64) { due = paths.count > 1 ? now + period : nil }

  mutating func load() {
    due = nil
    if !paths.isEmpty { loading = SlideLoading(paths[next]) }
  }

  /// Loads a part of the slide. Returns the slide once it is complete. A slide that cannot be read is reported as an error and not tried
  /// again.
  mutating func advance(for screen: Screen) throws(KioskError) -> SlideScaling? {
    do throws(KioskError) {
      guard let slide = try loading?.advance(for: screen) else { return nil }
      (loading, shown) = (nil, next)
      return slide
    } catch {
      let failed = next
      loading = nil
      paths.remove(at: failed)
      if failed <= shown { shown -= 1 }
      throw error
    }
  }

  static func read(_ path: String) throws(KioskError) -> Image {
    let file: [UInt8]
    do throws(SystemError) { file = try readRegularFile(path) } catch { throw KioskError(error) }
    do throws(PNGError) { return try PNG.decodeImage(file) } catch { throw KioskError("decode", path, error.reason) }
  }
}

/// A slide that is loaded part by part: its file is read, its rows are decoded, and then scaled.
final class SlideLoading {
  private enum Stage {
    case file
    case decoding(PNGReader)
    case scaling(SlideScaling)
  }

  /// How many pixels are decoded or scaled at a time.
  private static var part: Int32 { 8192 }

  private let path: String
  private var stage = Stage.file

  init(_ path: String) { self.path = path }

  /// Loads a part. Returns the slide after the last one.
  func advance(for screen: Screen) throws(KioskError) -> SlideScaling? {
    switch stage {
    case .file:
      let file: [UInt8]
      do throws(SystemError) { file = try readRegularFile(path) } catch { throw KioskError(error) }
      do throws(PNGError) { stage = .decoding(try PNGReader(file)) } catch { throw fault(error) }
    case .decoding(let reader):
      let image: Image?
      do throws(PNGError) { image = try reader.read(rows: Self.part / reader.size.width) } catch { throw fault(error) }
      if let image { stage = .scaling(screen.scaling(image)) }
    case .scaling(var slide):
      // This releases the rows that `stage` holds; otherwise, changing them would copy them.
      stage = .file
      slide.advance(pixels: Self.part)
      if slide.isDone { return slide }
      stage = .scaling(slide)
    }
    return nil
  }

  private func fault(_ error: PNGError) -> KioskError { KioskError("decode", path, error.reason) }
}
