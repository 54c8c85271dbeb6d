import CLinux
import Display
import Fleet
import Foundation
import StarSlider

@testable import Kiosk
@testable import System

/// Whatever is in the folder of control, in whatever order it arrives, with restarts in between: no command is carried out twice or after a
/// later one, no configuration follows a higher one, none is left over, and nothing outside of the folder changes.
func fuzzKioskControl(_ bytes: [UInt8]) {
  var input = Input(bytes)
  let scratch = Scratch()
  // The agent logs every refusal.
  let log = dup(2)
  let none = open("/dev/null", O_WRONLY)
  dup2(none, 2)
  defer {
    dup2(log, 2)
    close(log)
    close(none)
    scratch.remove()
  }
  let kiosk = ControlledKiosk(scratch)
  while !input.isAtEnd {
    kiosk.step(&input)
    scratch.check()
  }
  kiosk.settle()
}

/// The signer's keys, one pair for all inputs.
private let pair: (key: PublicKey, secret: [UInt8]) = {
  do throws(SignatureError) { try Signatures.load() } catch { fatalError(error.message) }
  return Signatures.makePair()
}()

/// The kiosk's agent, with the part of the kiosk that applies configurations and carries out commands.
private final class ControlledKiosk {
  private let scratch: Scratch
  private var agent: FleetAgent
  private let poller = Poller()
  private var now: Int64 = 1
  private var time: Int64? = 1_000_000
  /// The highest counters so far.
  private var command: Int64 = 0
  private var configuration: Int64 = 0

  private static let targets: [Target] = [.kiosk("t1"), .group("north"), .group("south"), .kiosk("other")]
  private static let screen = (
    ScreenTransform(physical: Size<PhysicalSpace>(width: 320, height: 240), rotation: .none), PixelFormat.xrgb8888
  )
  private static let text = """
    [screen]
    display = memory
    [kiosk]
    id = t1
    [fleet]
    public-key = key.pub
    groups = north, south

    """

  init(_ scratch: Scratch) {
    self.scratch = scratch
    _ = FileManager.default.createFile(atPath: scratch.path + "/key.pub", contents: Data(pair.key.text.utf8))
    _ = FileManager.default.createFile(atPath: scratch.path + "/kiosk.conf", contents: Data(Self.text.utf8))
    for folder in ["/state", "/own"] { _ = mkdir(scratch.path + folder, 0o700) }
    setenv("STATE_DIRECTORY", scratch.path + "/state:" + scratch.path + "/own", 1)
    agent = Self.start(scratch)
  }

  private static func start(_ scratch: Scratch) -> FleetAgent {
    var options = Options()
    options.config = scratch.path + "/kiosk.conf"
    options.board = .none
    guard let own = try? options.configured(),
      let agent = FleetAgent.start(options, own, journal: scratch.path + "/state/journal.sqlite")
    else { fatalError("the agent does not start") }
    agent.forks = false
    return agent
  }

  func step(_ input: inout Input) {
    let target = input.element(of: Self.targets)
    switch input.byte() % 12 {
    case 0, 1, 2:
      let stars = input.element(of: ["7", "6", "700", "x"])
      put(
        ControlFolder.configuration(for: target),
        signed(.configuration, target, Array("[slider]\nstars = \(stars)\n".utf8), &input))
    case 3, 4, 5:
      let action = input.element(of: Command.Action.allCases)
      let life = Int64(input.int16())
      let url = input.element(of: [[], Array("https://a/b".utf8), input.piece()])
      let command = Command(
        action, id: "id", expires: (time ?? 0) / 1000 + life, url: action == .update ? url : [])
      put(ControlFolder.command(Int64(input.byte())), signed(.command, target, command.content, &input))
    case 6:
      let name = input.flag() ? ControlFolder.configuration(for: target) : ControlFolder.command(Int64(input.byte()))
      put(name, input.piece())
    case 7:
      let path =
        scratch.path + "/state/control/" + input.element(of: ["report", "configuration-kiosk-t1", "command-3"])
      _ = unlink(path)
      switch input.byte() % 3 {
      case 0: _ = symlink(scratch.outside, path)
      case 1: _ = mkfifo(path, 0o666)
      default: _ = link(scratch.outside, path)
      }
    case 8: time = input.flag() ? nil : Int64(input.int32())
    case 9: agent = Self.start(scratch)
    case 10: visitEnds(showsFrame: input.flag())
    default: update(after: Int64(input.byte()) << 28)
    }
  }

  private func signed(_ kind: SignedMessage.Kind, _ target: Target, _ content: [UInt8], _ input: inout Input) -> [UInt8]
  {
    let counter = 1 + Int64(input.byte()) << Int64(input.byte() % 40)
    let body = SignedMessage.body(kind, target, counter: counter, content)
    var message = SignedMessage.message(body, signature: Signatures.sign(body, with: pair.secret))
    let fault = Int(input.int16())
    if fault > 0 && fault < message.count { message[fault] ^= 1 }
    return message
  }

  private func put(_ name: String, _ content: [UInt8]) {
    try? SharedFolder(scratch.path + "/state/control").write(name, content)
  }

  private func update(after duration: Int64) {
    now += duration
    agent.inbox.time = { [time] in time }
    // As if the folder had changed.
    agent.nextReading = agent.nextReading ?? now
    agent.commands.read(at: now)
    for order in agent.update(poller, Self.screen, now: now).orders {
      if !agent.commands.admit(order) { continue }
      require(order.counter > command, "a command is carried out after a later one")
      command = order.counter
      if order.command.action == .update && UpdateURL.fault(of: order.command.url) == nil { update(order.command.url) }
      agent.commands.answer(order, CommandReply())
    }
    checkConfiguration()
  }

  /// The file for root's programs has one line.
  private func update(_ url: [UInt8]) {
    require(agent.commands.requestUpdate(url) == nil, "an update is not handed over")
    let file = try? SharedFolder(scratch.path + "/own").read("update", limit: 513, of: .me)
    require(file == url + [10], "an update is not handed over as it was signed")
  }

  private func checkConfiguration() {
    guard let counter = agent.current?.version.counter else { return }
    require(counter >= configuration, "a configuration follows a higher one")
    configuration = counter
  }

  /// The kiosk is idle: a configuration that was checked takes effect, and its picture is shown or not.
  private func visitEnds(showsFrame: Bool) {
    if agent.trial.state != .checked { return }
    if agent.handle(.mayApply(now: now), now: now).swap {
      if showsFrame { agent.handle(.frameShown) } else { agent.handle(.failed, ["no picture"]) }
    }
    checkConfiguration()
  }

  /// Without visitors, everything is handled after a few steps.
  func settle() {
    for _ in 0..<20 {
      update(after: 1_000_000_000)
      visitEnds(showsFrame: true)
    }
    let left = ((try? SharedFolder(scratch.path + "/state/control").names()) ?? []).filter {
      let path = scratch.path + "/state/control/" + $0
      return $0.hasPrefix("configuration-") && !$0.hasSuffix("-other")
        && (try? FileStatus(path, followingLinks: false))?.kind == .file
    }
    require(left.isEmpty, "left over: \(left)")
  }
}
