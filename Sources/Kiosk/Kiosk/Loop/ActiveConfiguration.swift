import Basics
import Display
import Fleet
import Journal
import KioskStatus
import Screens
import Settings
import StarSlider
import Survey
import System

/// The screens with more contrast, which are made during a visit.
private enum ContrastScreens {
  case none
  case made(KioskModel)
  /// They could not be made, and are not tried again during this visit.
  case failed
}

/// The configuration in effect and the next one.
final class ActiveConfiguration {
  let options: Options
  /// `nil` without remote control.
  let fleet: FleetAgent?
  private let starts: StartCount
  private let outOfOrder: OutOfOrder
  private let status: StatusFile

  private(set) var settings: Settings
  /// The screens and the survey that `settings` describe.
  private(set) var model: KioskModel
  /// The screens of a visitor who has asked for more contrast.
  private var contrast = ContrastScreens.none
  /// The words of the survey, made when they are first needed; `isKept` once they are on disk, or if that failed.
  private var words: (value: SurveyWords, isKept: Bool)?
  private let wordsFile: SurveyFile
  /// A new configuration, which is applied once the kiosk is idle.
  var pending: Configuration?
  /// The text of the configuration in effect that has not been kept yet as the last valid one.
  private var unkept: [UInt8]?
  /// The builder that finds the configuration's lines for problems of the screens, once all screens are made; `nil` after that.
  private var unjudged: SettingsBuilder?
  /// The settings that were in effect before the trial of a remote configuration.
  var previous: Settings?

  init(_ settings: Settings, _ model: KioskModel, _ options: Options, _ devices: Kiosk.Devices) {
    (self.settings, self.model, self.options) = (settings, model, options)
    wordsFile = SurveyFile(of: devices.answers.path)
    (fleet, starts, outOfOrder, status) = (devices.fleet, devices.starts, devices.starts.outOfOrder, devices.status)
  }

  /// Records that the first languages of the screens are made, and that the configuration is not the last valid one yet.
  func begins(with configured: Configuration) {
    unkept = isMissing ? nil : configured.text
    unjudged = configured.builder
  }

  /// Whether the kiosk is out of order because there is no configuration.
  var isMissing: Bool { outOfOrder.reason != nil }

  /// Whether there is none, and the file may be valid now.
  func mayBeFound() -> Bool { outOfOrder.hasNewFile() }

  /// The name of the configuration on the screen: "own" for the kiosk's own file, "last_good" for its last valid copy, otherwise target and
  /// counter of a remote one, such as "kiosk gate-7 1792939393123".
  var name: String {
    if let version = fleet?.remote?.version { return version.target.words + " \(version.counter)" }
    return status.faults.contains(.configurationInvalid) ? "last_good" : "own"
  }

  // MARK: The screens of a visitor

  /// Returns the screens that a visitor sees. Those with more contrast are made when they are asked for, and only in the visitor's language
  /// and those before it, because few visitors need them. If that fails, the visitor keeps the usual ones.
  func model(for machine: SurveyMachine, on presenter: Presenter) -> KioskModel {
    if !machine.hasContrast {
      if case .made = contrast { returnFreeMemory() }
      contrast = .none
      return model
    }
    do throws(KioskError) {
      let made: KioskModel
      switch contrast {
      case .failed: return model
      case .made(let model): made = model
      case .none:
        made = try KioskModel(
          settings.withContrast, wanted: nil, on: presenter.transform, format: presenter.display.format, all: false,
          needsDecorations: false)
        contrast = .made(made)
      }
      while !made.screens.has(language: machine.language) {
        _ = try made.makeNextLanguage(on: presenter.transform.layout)
      }
      return made
    } catch {
      contrast = .failed
      for line in error.lines { Standard.error(line, .warning) }
      return model
    }
  }

  // MARK: A new configuration

  /// Reads the configuration again, to be applied once the kiosk is idle.
  func read() throws(KioskError) {
    var read = try options.reloaded()
    if let fleet { read = fleet.inEffect(read) }
    for line in Diagnostic.messages(of: read.settings.warnings) { Standard.error(line, .warning) }
    for change in read.settings.keepStartSettings(of: settings) {
      Standard.error(change + " takes effect only after a restart", .warning)
    }
    pending = read
  }

  /// Replaces the settings and their screens.
  func replace(by configured: Configuration, _ model: KioskModel) {
    for warning in configured.builder.warnings(of: model) { Standard.error(warning.message, .warning) }
    (settings, self.model, contrast, words) = (configured.settings, model, .none, nil)
    status.report(configured, model)
  }

  /// Replaces the screens by those for another display.
  func replace(by model: KioskModel) { (self.model, contrast) = (model, .none) }

  /// Records that a configuration of the kiosk's own file is in effect. Returns whether there was none before.
  func accept(_ configured: Configuration) -> Bool {
    unkept = configured.text
    status.report(.configurationInvalid, false)
    let wasMissing = isMissing
    outOfOrder.end()
    if let remote = fleet?.current?.version {
      Standard.error(
        FleetAgent.name(of: remote) + " stays in effect; of the kiosk's own file, only settings of the machine apply",
        .notice)
    } else {
      Standard.error("the new configuration is in effect", .notice)
    }
    return wasMissing
  }

  func reject(_ error: KioskError) {
    status.report(.configurationInvalid, true)
    outOfOrder.stays(because: error)
    for line in error.lines { Standard.error(line) }
    Standard.error(isMissing ? "the kiosk stays out of order" : "the previous configuration stays in effect")
  }

  // MARK: After the first frame

  /// Whether all screens are made.
  var isPrepared: Bool { unjudged == nil }

  /// Makes the screens of the next language, on a layout of `size`, or, once all are made, checks them for problems. The first frame needs
  /// neither. A service does not end if that fails: the first language's screens are shown for the others.
  func prepareNext(on size: Size<LayoutSpace>) throws(KioskError) {
    do throws(KioskError) { if try model.makeNextLanguage(on: size) { return } } catch {
      if Environment.stateDirectory == nil { throw error }
      for line in error.lines { Standard.error(line) }
      Standard.error("the screens of the first language are shown for the languages that are not made yet")
      model.screens.endWithFirstLanguage()
      status.report(.decorationMissing, true)
    }
    guard let builder = unjudged else { return }
    unjudged = nil
    for warning in builder.warnings(of: model) { Standard.error(warning.message, .warning) }
    keep()
    returnFreeMemory()
  }

  /// Keeps the configuration as the last valid one once all its screens are made, because the text of any screen may crash a library.
  func keep() {
    if !isPrepared { return }
    starts.end()
    if let unkept { LastConfiguration.keep(unkept) }
    unkept = nil
    keepWords()
  }

  /// What an answer to the survey means.
  var survey: SurveyWords {
    if let words { return words.value }
    let made = SurveyWords(settings)
    words = (made, false)
    return made
  }

  private func keepWords() {
    let survey = survey
    if words?.isKept == true || !settings.hasWords || isMissing { return }
    words = (survey, true)
    do throws(SystemError) { try wordsFile.keep(survey.json) } catch { Standard.error(error.message, .warning) }
  }
}
