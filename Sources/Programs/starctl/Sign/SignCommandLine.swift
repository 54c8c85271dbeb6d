import Basics
import Fleet
import Foundation
import System

/// Signs a command for kiosks.
struct SignCommandLine: Command {
  static var name: String { "sign command" }
  static var summary: String { "prints a signed command, for the topic command" }
  static var operands: [String] { ["ACTION"] }
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
    ["ACTION is one of: " + Fleet.Command.Action.allCases.map { "\($0.name)" }.joined(separator: ", ") + "."]
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
    let id = id.isEmpty ? UUID().uuidString.lowercased() : id
    if !Fleet.Command.isID(Array(id.utf8)[...]) { throw Self.usage("--id " + id + ": not an ID") }
    if !Fleet.Command.isReply(Array(reply.utf8)[...]) {
      throw Self.usage("--reply " + reply + ": must be a topic below command/")
    }
    let command = Fleet.Command(action, id: id, expires: WallClock.now() / 1000 + seconds, reply: reply)
    try signing.print(.command, command.content) { Self.usage($0) }
  }
}
