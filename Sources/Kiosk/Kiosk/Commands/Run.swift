import Basics
import CVisitor
import Display
import KioskStatus
import Pictures
import Screens
import Settings
import StarSlider
import Survey
import System
import Touch

/// `star-kiosk` without a command: opens the devices and runs the kiosk.
enum Run {
  private typealias OpenScreen = (display: (any Display)?, console: Console?)

  /// Runs the kiosk until its end. Screen and console are closed after everything else, or stay.
  static func run(_ options: Options) throws(KioskError) {
    var screen: OpenScreen = (nil, nil)
    defer {
      screen.console?.restore()
      screen.display?.close()
    }
    try run(options, on: &screen)
    if options.keepsPicture {
      // The picture stays until this process ends, also when another one controls the screen.
      screen.display?.suspend()
      stopProcess()
    }
  }

  /// Opens everything before the first frame, so that errors end the program before anything is drawn.
  private static func run(_ options: Options, on screen: inout OpenScreen) throws(KioskError) {
    Standard.neverWait()
    // A signal that ends the program during its start must not count as a crash.
    let signals = try openSignals()
    PrivateFolder.prepare()
    let starts = StartCount(of: options.config)
    defer { starts.end() }
    var configured: Configuration
    if let error = starts.error {
      if let last = options.lastConfiguration(afterCrashes: error, of: starts.text) {
        configured = last
      } else {
        configured = try starts.outOfOrder.begin(options, because: error)
      }
    } else {
      do throws(KioskError) { configured = try options.configured() } catch {
        do throws(KioskError) { configured = try options.lastConfiguration(insteadOf: error) } catch {
          if Environment.stateDirectory == nil { throw error }
          configured = try starts.outOfOrder.begin(options, because: error)
        }
      }
    }
    var settings = configured.settings
    try options.checkOutputPaths()
    let recording = try readRecording(settings)
    let answers = try AnswerRecorder(
      settings.journal, kioskID: settings.kioskID, limit: Int64(settings.kiosk.records.answers),
      isSeen: !settings.isInMemory)
    defer { answers.close() }
    try options.checkOutputPaths(journal: answers.path)
    // The kiosk's own file, which a remote configuration builds on.
    let own = configured
    let fleet = FleetAgent.start(options, own, journal: answers.path)
    if let fleet {
      if starts.suspectsRemote { fleet.discardCurrent(["the last three starts with it crashed"]) }
      if fleet.remote != nil { starts.usesRemote() }
      configured = fleet.inEffect(own)
      settings = configured.settings
    }

    let status = StatusFile()
    defer { status.remove() }
    status.journal = answers.path
    // This comes before the screen is opened, so that no change is missed.
    let screens = DeviceWatch(of: "drm graphics")
    let opened = try settings.openScreen(orAbsent: settings.expectedScreen)
    var display = opened.display
    defer { screen.display = display }
    let transform = settings.transform(on: display)
    let playsVisitor = opened.isFallback && settings.touch.device == .auto
    // A filmstrip consists of still pictures, so motion is off.
    if playsVisitor { settings.kiosk.motion = .none }
    let model: KioskModel
    do throws(KioskError) {
      model = try KioskModel(
        settings, readBy: configured.builder, wanted: options.answers, on: transform, format: display.format,
        all: false, textCache: KioskModel.textCache)
    } catch {
      do throws(KioskError) {
        if let fleet, fleet.current != nil {
          fleet.refuseCurrent(error.lines)
          configured = own
        } else {
          configured = try options.lastConfiguration(insteadOf: error, configured)
        }
        settings = configured.settings
        model = try KioskModel(
          settings, readBy: configured.builder, wanted: options.answers, on: transform, format: display.format,
          textCache: KioskModel.textCache)
      } catch {
        // The machine may lack fonts or a library.
        if Environment.stateDirectory == nil { throw error }
        configured = try starts.outOfOrder.begin(options, because: error)
        settings = configured.settings
        model = try KioskModel(
          settings, readBy: configured.builder, wanted: options.answers, on: transform, format: display.format)
      }
    }
    status.report(.configurationInvalid, configured.isLast || starts.outOfOrder.reason != nil)
    status.report(configured, model)

    // With words, the positions of buttons depend on the text, so a recording would miss them.
    let demo = playsVisitor && settings.hasWords ? DemoVisitor(on: transform, languages: model.survey.languages) : nil
    let replay =
      recording ?? (playsVisitor && demo == nil ? (bundledRecording, "the bundled recording") : nil)
    let isPlayed = replay != nil || demo != nil
    let clock = Clock(isVirtual: isPlayed && opened.isMemory)
    // A simulated visitor would wait forever for a kiosk that is out of order.
    if clock.isVirtual && Environment.stateDirectory == nil && answers.isOutOfOrder, let error = answers.storageError {
      throw KioskError(error)
    }
    let touch: any TouchInput =
      if let demo { demo } else {
        try openTouch(settings, replay: replay, display, start: clock.now, status)
      }
    // A memory display is not visible, so keys are not meant for it. On a desktop, keys are also meant for other programs.
    let isAlone = !opened.isMemory && !display.hasInput
    let keys = openKeys(settings, display, isAlone: isAlone)
    let film = playsVisitor ? Filmstrip(screen: display.size) : nil
    let console = isAlone ? openConsole() : nil
    screen.console = console
    let trace = options.trace.map { FrameTrace(path: $0) }
    let platform = PlatformServices(settings, at: clock.now)
    let box = settings.kiosk.records.hasBlackBox ? BlackBox.start() : nil
    box?.configuration = configured.blackBoxHash
    box?.area = settings.screen.area
    var kiosk = Kiosk(
      settings, model,
      Kiosk.Devices(
        display: display, transform: transform, touch: touch, keys: keys, answers: answers, console: console,
        film: film, trace: trace, platform: platform, status: status,
        screens: isAlone ? screens : nil, fleet: fleet, starts: starts, box: box,
        speech: Speech(settings, VoicePipe(status, clock))),
      options, clock: clock, signals: signals)
    defer { kiosk.storage.counts.close() }
    kiosk.configuration.begins(with: configured)
    kiosk.noteDisplay(opened)
    while try kiosk.run() {
      kiosk = try kiosk.moved()
      display = kiosk.presenter.display
    }
    try trace?.write()
    try options.writeSnapshot(of: display)
    if let film {
      let path = try PictureFile.create("filmstrip") { () throws(PNGError) in try film.png() }
      Standard.error("\(film.count) pictures of the visit are in " + path)
    }
    try answers.checkOutput()
  }

  static func openSignals() throws(KioskError) -> SignalSource {
    do throws(SystemError) {
      return try SignalSource([
        Signal.terminate, Signal.interrupt, Signal.hangUp, Signal.user1, Signal.user2, Signal.brokenPipe,
        Signal.deviceChanged, Signal.alarm, Console.releaseSignal, Console.acquireSignal,
      ])
    } catch { throw KioskError(error) }
  }

  private static func readRecording(_ settings: Settings) throws(KioskError) -> (content: [UInt8], path: String)? {
    guard case .replay(let path) = settings.touch.device else { return nil }
    do throws(SystemError) { return (try readRegularFile(path), path) } catch {
      let isMissing = error.kind == .missing
      throw KioskError(error, suggestion: isMissing ? "" : "give the path of a recording, as evemu-record makes it")
    }
  }

  private static func openTouch(
    _ settings: Settings, replay: (content: [UInt8], path: String)?, _ display: any Display, start: Int64,
    _ status: StatusFile
  ) throws(KioskError) -> any TouchInput {
    let screen = display.size
    if let replay {
      // The bundled recording needs no correction.
      let isBundled = settings.touch.device == .auto
      let corrections = isBundled ? nil : Corrections(settings: settings)
      return try ReplayTouch(replay.content, path: replay.path, corrections: corrections, screen: screen, start: start)
    }
    switch settings.touch.device {
    case .device(let path): return try LiveTouch(path: path, settings: settings, screen: screen, status)
    case .auto where display.hasInput: return DisplayTouch(display)
    case .auto: return try LiveTouch(path: nil, settings: settings, screen: screen, status)
    case .none, .replay: return NoTouch()
    }
  }

  private static var bundledRecording: [UInt8] {
    [UInt8](UnsafeBufferPointer(start: cvisitor_recording(), count: cvisitor_size()))
  }

  private static func openKeys(_ settings: Settings, _ display: any Display, isAlone: Bool) -> any KeyInput {
    if display.hasInput && settings.touch.acceptsKeys { return DisplayKeys(display) }
    if isAlone && (settings.touch.acceptsKeys || settings.touch.grab == .all || settings.speaks) {
      return LiveKeys(settings)
    }
    return NoKeys()
  }

  /// Opens the console and silences it. The kiosk also works without one: in a container, on a serial line, or without permission.
  static func openConsole() -> Console? {
    do throws(SystemError) {
      let console = try Console()
      try console.take()
      return console
    } catch {
      Standard.error("the console is not used: " + error.message, .warning)
      return nil
    }
  }
}
