import Basics
import Display
import Geometry
import Screens
import Settings
import Survey
import System
import Touch

/// `star-kiosk` without a command: opens the devices and runs the kiosk.
enum Run {
  /// Opens what the visitor must not wait for, then draws: what can be refused is refused before the first frame.
  static func run(_ options: Options) throws(KioskError) {
    let configured = try options.configured()
    let settings = configured.settings
    try options.checkPlaces()
    let signals = try takeSignals()
    let recording = try readRecording(settings)
    let answers = try AnswerRecorder(
      settings.journal, terminal: settings.terminalID, limit: Int64(settings.kiosk.keepAnswers))
    defer { answers.close() }
    try options.checkPlaces(besides: answers.path)

    let opened = try settings.openScreen()
    let display = opened.display
    defer { display.close() }
    let transform = settings.transform(on: display)
    let model = try KioskModel(settings, wanted: options.answers, on: transform, format: display.format)
    for warning in configured.builder.warnings(of: model) { Standard.error(warning.message, .warning) }

    let playsVisitor = opened.isFallback && settings.touch == .auto
    // Where screens have words, their buttons are where the words put them: a recording would miss them.
    let demo = playsVisitor && settings.hasWords ? DemoVisitor(on: transform, languages: model.survey.languages) : nil
    let replay =
      recording ?? (playsVisitor && demo == nil ? (PackageResources.visitor_evemu, "the bundled recording") : nil)
    let isPlayed = replay != nil || demo != nil
    let clock = isPlayed && opened.isMemory ? Clock.virtualFromNow() : Clock.real()
    let touch: any TouchInput
    if let demo {
      touch = demo
    } else {
      touch = try openTouch(settings, replay: replay, screen: display.size, start: clock.now)
    }
    // A memory screen is not visible, so keys are meant for other programs.
    let keys: any KeyInput =
      settings.acceptsKeys && !opened.isMemory ? try LiveKeys(grab: settings.grabsTouch) : NoKeys()
    Standard.error("drawing to " + display.name, .info)

    let film = playsVisitor ? Filmstrip(screen: display.size) : nil
    let console = opened.isMemory ? nil : takeConsole()
    defer { console?.restore() }
    let trace = options.trace.map { FrameTrace(path: $0) }
    let platform = try PlatformServices(settings, at: clock.now)
    let status = StatusFile(screen: display.name, journal: answers.path)
    defer { status.remove() }
    let kiosk = Kiosk(
      settings, model,
      Kiosk.Edges(
        display: display, transform: transform, touch: touch, keys: keys, answers: answers, console: console,
        film: film, trace: trace, platform: platform, status: status),
      options, clock: clock, signals: signals)
    try kiosk.run()
    try trace?.write()
    try kiosk.writeSnapshot()
    if let film { try writeFilmstrip(film) }
    try answers.checkOutput()
  }

  static func takeSignals() throws(KioskError) -> SignalSource {
    do throws(SystemError) {
      return try SignalSource([
        Signal.terminate, Signal.interrupt, Signal.hangUp, Signal.user1, Signal.user2, Signal.brokenPipe,
        Console.releaseSignal, Console.acquireSignal,
      ])
    } catch {
      throw .failure(error.message)
    }
  }

  private static func readRecording(_ settings: Settings) throws(KioskError) -> (content: [UInt8], path: String)? {
    guard case .replay(let path) = settings.touch else { return nil }
    do throws(SystemError) {
      return (try readFile(path), path)
    } catch {
      throw .failure(error.message)
    }
  }

  private static func openTouch(
    _ settings: Settings, replay: (content: [UInt8], path: String)?, screen: Size<PhysicalSpace>, start: Int64
  ) throws(KioskError) -> any TouchInput {
    if let replay {
      // Ours was made with a panel that nothing has to correct.
      let hasControl = settings.touch == .auto
      let correction = hasControl ? TouchCorrection.none : Corrections(settings: settings).ofRecordings
      return try ReplayTouch(
        replay.content, path: replay.path, correction: correction, screen: screen, start: start)
    }
    switch settings.touch {
    case .device(let path): return try LiveTouch(path: path, settings: settings, screen: screen)
    case .auto: return try LiveTouch(path: nil, settings: settings, screen: screen)
    case .none, .replay: return NoTouch()
    }
  }

  /// The virtual terminal, silenced. Without one (a container, a serial line, no permission) the screen works as well.
  static func takeConsole() -> Console? {
    do throws(SystemError) {
      let console = try Console()
      try console.take()
      return console
    } catch {
      Standard.error("the console stays as it is: " + error.message, .warning)
      return nil
    }
  }

  private static func writeFilmstrip(_ film: Filmstrip) throws(KioskError) {
    let path = (Environment["TMPDIR"] ?? "/tmp") + "/star-kiosk-filmstrip.png"
    try PictureFile.write(to: path) { () throws(PNGError) in try film.png() }
    Standard.error("\(film.count) pictures of the visit are in " + path)
  }
}
