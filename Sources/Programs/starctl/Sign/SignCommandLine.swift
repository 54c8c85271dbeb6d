import Basics
import Fleet
import Foundation
import System

/// Signs a command for kiosks.
struct SignCommandLine: Command {
  static var name: String { "sign command" }
  static var summary: String { "prints a signed command, for the topic command" }
  static var operands: [String] { ["ACTION"] }
  static var optionalOperand: String? { "URL" }
  static var options: [CommandOption<Self>] {
    Signing.options(\.signing) + [
      .text("id", "ID", "The ID that the reply repeats. Default random.") { $0.id = $1 },
      .value("expires", "SECONDS", "How long the command is valid. Default 60.") {
        guard let seconds = Int64($1), (1...Fleet.Command.longestLife).contains(seconds) else {
          return "must be a number from 1 to \(Fleet.Command.longestLife)"
        }
        $0.seconds = seconds
        return nil
      },
      .text("reply", "TOPIC", "The topic of the reply, below PREFIX/ID/. Default command/reply.") { $0.reply = $1 },
    ]
  }
  static var notes: [String] {
    [
      "ACTION is one of: " + Fleet.Command.Action.allCases.map { "\($0.name)" }.joined(separator: ", ")
        + ". Only update has a URL: that of a RAUC bundle for kiosks that run from a disk image."
    ]
  }

  private var signing = Signing()
  private var id = ""
  private var seconds: Int64 = 60
  private var reply = Fleet.Command.defaultReply

  init() {}

  func run(_ operands: [String]) throws {
    guard let action = Fleet.Command.Action(operands[0].utf8) else {
      throw Self.usage("unknown action " + operands[0])
    }
    let url = try Self.url(of: action, operands.count > 1 ? operands[1] : nil)
    let id = id.isEmpty ? UUID().uuidString.lowercased() : id
    if !Fleet.Command.isID(Array(id.utf8)[...]) { throw Self.usage("--id " + id + ": not an ID") }
    if !Fleet.Command.isReply(Array(reply.utf8)[...]) {
      throw Self.usage("--reply " + reply + ": must be a topic below command/")
    }
    let command = Fleet.Command(action, id: id, expires: WallClock.now() / 1000 + seconds, reply: reply, url: url)
    try signing.print(.command, command.content) { Self.usage($0) }
  }

  /// Returns the URL of an update; empty for other actions.
  private static func url(of action: Fleet.Command.Action, _ word: String?) throws(ProgramError) -> [UInt8] {
    let url = Array((word ?? "").utf8)
    if action == .update {
      if let fault = UpdateURL.fault(of: url) { throw usage("update: \(fault)") }
    } else if let word {
      throw usage("unexpected argument " + word)
    }
    return url
  }
}
