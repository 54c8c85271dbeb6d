import Foundation
import TestSupport
import Testing

@testable import Journal

/// Starts a service in front of random states of the disk: each shows stars, or is out of order and says why. No answer that was stored
/// before disappears: it is in the journal, in the reserve, or in a file that was set aside.
@Suite(.enabled(if: geteuid() == 0, "other users' files and mounts require root"), .serialized)
struct StartStateTests {
  /// More with STAR_START_STATES=200.
  static let seeds = 1...(UInt64(ProcessInfo.processInfo.environment["STAR_START_STATES"] ?? "") ?? 24)

  @Test(arguments: seeds) func everyStateStandsAndLosesNothing(seed: UInt64) throws {
    var state = try DiskState(seed: seed)
    defer { state.remove() }
    try state.make()
    let before = try state.answers()
    let kiosk = try state.start()
    defer { kiosk.terminate() }
    let program = state.program
    var status: [String: Any] = [:]
    let isUp = program.wait(60) {
      guard let data = FileManager.default.contents(atPath: program.path("star-kiosk.json")),
        let json = try? JSONSerialization.jsonObject(with: data) as? [String: Any], json["view"] is String
      else { return !kiosk.isRunning }
      status = json
      return true
    }
    #expect(isUp && kiosk.isRunning, "\(state): \((try? program.log()) ?? "")")
    let (view, faults) = (status["view"] as? String ?? "", status["faults"] as? [String] ?? [])
    #expect(["start", "question", "out_of_order"].contains(view), "\(state): \(status)")
    #expect((view == "out_of_order") == faults.contains("out_of_order"), "\(state): \(status)")
    if view == "out_of_order" || faults.contains("reserve_in_use") {
      #expect((status["fault"] as? String ?? "").contains("cannot"), "\(state): \(status)")
    }
    if view == "out_of_order" {
      let doctor = try state.doctor()
      let findings = doctor.output.split(separator: "\n")
      #expect(findings.contains { $0.hasPrefix("missing  journal") }, "\(state): \(doctor.output)")
    }
    kiosk.terminate()
    kiosk.waitUntilExit()
    #expect(kiosk.terminationStatus == 0, "\(state): \((try? program.log()) ?? "")")
    #expect(try state.answers().isSuperset(of: before), "\(state)")
  }
}

/// A state folder in a state that a field may leave it in.
private struct DiskState: CustomStringConvertible {
  let program: Program
  private var random: SplitMix64
  private(set) var description: String
  private var isMounted = false

  init(seed: UInt64) throws {
    program = try Program()
    random = SplitMix64(seed: seed)
    description = "seed \(seed)"
    chmod(program.folder.path, 0o777)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  var folder: String { program.path("state") }
  private var journal: String { folder + "/journal.sqlite" }
  private static let visitor: uid_t = 65_534

  private mutating func pick(_ choices: [String]) -> String {
    let choice = choices[Int(random.next() % UInt64(choices.count))]
    description += ", " + choice
    return choice
  }

  mutating func make() throws {
    let disk = pick(["disk", "disk", "disk", "disk", "full", "no-inodes", "read-only"])
    if disk != "disk" {
      try shell("mount -t tmpfs -o size=12m,nr_inodes=64 tmpfs \(folder)")
      isMounted = true
    }
    let large = pick(["small", "small", "large"]) == "large"
    let open = try Journal(path: journal)
    try open.record((0..<(large ? 12_000 : 30)).map { answer($0) })
    let database = pick([
      "sound", "sound", "garbage", "empty", "folder", "pipe", "device", "dangling", "loop", "root", "read-only file",
      "newer",
      "other application", "encrypted", "truncated", "half", "added", "missing", "unreadable link", "overwritten page",
    ])
    // Without the last close, the log stays.
    if pick(["log", "closed"]) == "log" {
      for suffix in ["", "-wal", "-shm"] { try shell("cp \(journal)\(suffix) \(journal)\(suffix).copy") }
      open.close()
      for suffix in ["", "-wal", "-shm"] { try shell("mv \(journal)\(suffix).copy \(journal)\(suffix)") }
    } else {
      open.close()
    }
    try change(database)
    let companion = pick([
      "as it is", "as it is", "as it is", "root -wal", "root -shm", "root both", "no -wal", "garbage -wal",
    ])
    try shell(companions[companion] ?? ":")
    let reserve = pick([
      "no reserve", "reserve", "reserve", "unreadable reserve", "odd reserve", "reserve folder", "reserve link",
      "reserve pipe", "short reserve",
    ])
    try shell("chown -R 65534:65534 \(folder)")
    try change(reserve: reserve)
    try shell(
      "cd \(folder); for f in *.root; do [ -e $f ] && rm $f && chown root ${f%.root} && chmod 600 ${f%.root}; done; true"
    )
    switch disk {
    case "full": try shell("head -c 14000000 /dev/zero > \(folder)/fill || true")
    case "no-inodes": try shell("for i in $(seq 70); do touch \(folder)/i$i || break; done 2>/dev/null; true")
    case "read-only": try shell("mount -o remount,ro \(folder)")
    default:
      switch pick(["folder", "folder", "folder", "folder", "folder", "folder", "no folder", "root's folder"]) {
      case "no folder": try shell("mv \(folder) \(folder).away")
      case "root's folder": try shell("chown root \(folder); chmod 755 \(folder)")
      default: break
      }
    }
  }

  private var companions: [String: String] {
    [
      "root -wal": "[ ! -e \(journal)-wal ] || : > \(journal)-wal.root",
      "root -shm": "[ ! -e \(journal)-shm ] || : > \(journal)-shm.root",
      "root both": "for s in wal shm; do [ ! -e \(journal)-$s ] || : > \(journal)-$s.root; done",
      "no -wal": "rm -f \(journal)-wal \(journal)-shm",
      "garbage -wal": "head -c 9000 /dev/urandom > \(journal)-wal",
    ]
  }

  private func change(_ database: String) throws {
    let name = journal
    let commands = [
      "garbage": "echo garbage > \(name)", "empty": ": > \(name)", "folder": "rm -f \(name); mkdir \(name)",
      "pipe": "rm -f \(name); mkfifo \(name)", "device": "rm -f \(name); mknod \(name) c 1 3",
      "dangling": "rm -f \(name); ln -s nowhere \(name)", "loop": "rm -f \(name); ln -s journal.sqlite \(name)",
      "root": ": > \(name).root", "read-only file": "chmod 444 \(name)",
      "encrypted": "head -c 20000 /dev/urandom > \(name)", "truncated": "truncate -s 70 \(name)",
      "half": "truncate -s $(($(stat -c %s \(name)) / 8192 * 4096)) \(name)", "missing": "rm -f \(name)*",
      "unreadable link": "rm -f \(name); ln -s /root/secret/journal.sqlite \(name)",
      "overwritten page": "head -c 4096 /dev/urandom | dd of=\(name) bs=4096 seek=6 conv=notrunc status=none",
    ]
    if let command = commands[database] { return try shell(command) }
    let statements = [
      "newer": "PRAGMA user_version = 99",
      "other application": "PRAGMA application_id = 7; CREATE TABLE photos (name TEXT)",
      "added": """
      CREATE VIEW v AS SELECT 1; CREATE INDEX i ON answers (wall_ms); CREATE TABLE t (x);
      CREATE TRIGGER u AFTER INSERT ON answers BEGIN DELETE FROM answers; END
      """,
    ]
    guard let sql = statements[database] else { return }
    try Connection(journal, .readWrite, busyTimeout: 0, for: "test").execute(sql)
  }

  private func change(reserve: String) throws {
    let path = journal + ".spill"
    if reserve == "no reserve" { return }
    var spill = Spill(path: path)
    guard spill.failure == nil else { return }
    try spill.add((50_000..<50_010).map { answer($0) })
    let commands = [
      "reserve": "chown 65534 \(path)", "unreadable reserve": "chmod 600 \(path)",
      "odd reserve": "printf '%s\\n' 'no answer' | dd of=\(path) conv=notrunc status=none; chown 65534 \(path)",
      "reserve folder": "rm \(path); mkdir \(path)", "reserve link": "rm \(path); ln -s journal.sqlite \(path)",
      "reserve pipe": "rm \(path); mkfifo \(path)", "short reserve": "truncate -s 3000 \(path); chown 65534 \(path)",
    ]
    try shell(commands[reserve] ?? ":")
  }

  private func answer(_ number: Int32) -> Answer {
    let id = AnswerID(random: UInt64(number) &* 0x9e37_79b9_7f4a_7c15, UInt64(number))
    return Answer(
      uuid: id, steps: 3, stepsPerStar: 1, starCount: 5, wall: 1_709_210_096_789, monotonic: 5, bootID: "b", visit: id,
      question: "", reasons: [], language: "", flags: [], kiosk: "k", isSynchronised: true, kind: "stars", chosen: []
    )
  }

  private var command: [String] {
    [
      "/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "/usr/bin/env",
      "STATE_DIRECTORY=" + folder, "HOME=/",
    ]
  }

  func start() throws -> Process { try program.start(["--display", "memory", "--touch", "none"], command: command) }

  func doctor() throws -> Program.Outcome {
    let asked = Program(folder: program.folder.appending(path: "doctor"), executable: program.executable)
    try FileManager.default.createDirectory(at: asked.folder, withIntermediateDirectories: true)
    return try asked.run(["doctor"], command: command)
  }

  /// Returns the UUIDs that any file of the state folder contains.
  func answers() throws -> Set<String> {
    var found: Set<String> = []
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c",
      "cd \(program.folder.path); find state* -type f -exec grep -aohE '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}' {} +",
    ]
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let known = Set((0..<12_000).map { answer($0).uuid.text } + (50_000..<50_010).map { answer($0).uuid.text })
    for line in output.split(separator: 10) {
      let text = String(decoding: line, as: UTF8.self)
      if known.contains(text) { found.insert(text) }
    }
    return found
  }

  private func shell(_ command: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(description): \(command)")
  }

  func remove() {
    if isMounted { try? shell("umount -l \(folder)") }
    program.remove()
  }
}
