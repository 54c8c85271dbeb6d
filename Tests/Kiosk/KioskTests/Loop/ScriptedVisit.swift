import Display
import Settings
import StarSlider
import Survey
import System

@testable import Kiosk

/// A visitor at a real event loop who acts once, in its first round.
final class ScriptedVisitor: TouchInput {
  var act: () -> Void = {}
  /// The size of the screen that followed the first one.
  private(set) var size: Size<PhysicalSpace>?
  private var isDone = false
  var deadline: Int64? { isDone ? nil : 0 }

  func drain(until now: Int64, woken poller: Poller, _ emit: (TouchEvent<PhysicalSpace>) -> Void) {
    if isDone { return }
    isDone = true
    act()
  }

  func use(screen: Size<PhysicalSpace>) { size = screen }
}

/// A kiosk with two questions, a and b, whose visitor gives the first one three stars and then acts.
struct ScriptedVisit {
  let kiosk: Kiosk
  let visitor = ScriptedVisitor()
  let answers: AnswerRecorder

  /// - Parameters:
  ///   - text: The configuration before its questions.
  ///   - survey: The questions.
  ///   - journal: The path of its journal.
  init(
    _ text: String, survey: String = "[question a]\n[question b]\n[text en]\nquestion a = A?\nquestion b = B?\n",
    on screen: any Display, journal: String, then act: @escaping (Kiosk) -> Void
  ) throws {
    let settings = try configuration(text + survey).settings
    let transform = ScreenTransform(physical: screen.size, rotation: .none)
    let clock = Clock(isVirtual: false)
    answers = try AnswerRecorder(journal, kioskID: "t", limit: 1000)
    kiosk = Kiosk(
      settings, try KioskModel(settings, wanted: nil, on: transform, format: screen.format),
      Kiosk.Devices(
        display: screen, transform: transform, touch: visitor, keys: NoKeys(), answers: answers, console: nil,
        film: nil,
        trace: nil, platform: PlatformServices(settings, at: clock.now), status: StatusFile()),
      Options(), clock: clock, signals: try SignalSource([Signal.user2]))
    visitor.act = { [unowned kiosk = self.kiosk] in
      kiosk.handle(.started)
      kiosk.handle(.rated(RatingEvent(.committed, 3, source: .touch)))
      act(kiosk)
    }
  }
}

/// Reads a configuration that names no files.
func configuration(_ text: String) throws -> Configuration {
  var builder = SettingsBuilder()
  builder.read(Array(text.utf8), name: "k.conf")
  let settings = try builder.build { (_) throws(Diagnostic) in throw Diagnostic(place: "", reason: "no files") }
  return Configuration(settings: settings, builder: builder, found: [], text: nil)
}
