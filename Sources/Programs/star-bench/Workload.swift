import Basics
import Display

/// What `--workload` names.
///
/// To add one, write a type that conforms in a file of `Workloads`, and add it to `Workloads.all`. Help, checks of the command line and
/// the report follow from that.
protocol Workload: AnyObject, Sendable {
  var name: String { get }
  /// One operation, for the help.
  var help: String { get }
  /// The options that only this workload uses.
  var options: [CommandOption<Options>] { get }
  var screens: WorkloadScreens { get }
  /// The workload itself if it can run a given number of times and produces a picture, otherwise `nil`.
  var painting: (any PaintingWorkload)? { get }

  /// Adds its measurements and facts to a run.
  func measure(in run: inout Run) throws(ProgramError)
}

extension Workload {
  var options: [CommandOption<Options>] { [] }
  var screens: WorkloadScreens { .any }
  var painting: (any PaintingWorkload)? { nil }
}

typealias SceneBody = (any Scene) throws(ProgramError) -> Void

/// A workload that paints scenes. It can also be counted and drawn.
protocol PaintingWorkload: Workload {
  /// Calls `body` with each scene, one after the other.
  func eachScene(_ options: Options, _ body: SceneBody) throws(ProgramError)
}

extension PaintingWorkload {
  var painting: (any PaintingWorkload)? { self }

  func measure(in run: inout Run) throws(ProgramError) {
    try eachScene(run.options) { (scene) throws(ProgramError) in try run.add(scene.subjects()) }
  }
}

/// What a workload paints.
protocol Scene: AnyObject {
  /// Returns the subjects that are measured in turn: the operation, its floor and its stages.
  func subjects() throws(ProgramError) -> [Subject]
  /// Performs operations without a clock.
  func perform(_ count: Int) throws(ProgramError)
  /// Writes its pictures, for comparison with other libraries' pictures.
  func draw(_ pictures: Pictures) throws(ProgramError)
}

/// The screens on which a workload runs.
enum WorkloadScreens {
  case any, memory, kms

  /// Returns why a workload does not run on a screen, and what to change; `nil` if it runs.
  func refusal(of screen: DisplayName) -> String? {
    switch (self, screen) {
    case (.any, _), (.memory, .memory), (.kms, .kms): nil
    case (.memory, _): "only for the memory screen; remove --display, or the workload"
    case (.kms, _): "only for a KMS screen, which reports when a frame is shown; add --display kms"
    }
  }
}

enum Workloads {
  /// All workloads, in the order in which they run.
  static let all: [any Workload] = [
    RasterWorkload(), DragWorkload(.none), BytesWorkload(), ManyWorkload(), DragWorkload(.quarter), ScaleWorkload(),
    MotionWorkload(), ScreenWorkload(), ChangeWorkload(), TextWorkload(), LineWorkload(), StartWorkload(),
    IdleWorkload(), MemoryWorkload(), TouchWorkload(), PathWorkload(),
  ]

  static func names(_ workloads: [any Workload]) -> String { workloads.map { $0.name }.joined(separator: ", ") }
}
