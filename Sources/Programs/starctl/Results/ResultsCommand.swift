import Basics
import System

struct Results: Command {
  static var name: String { "results" }
  static var summary: String { "makes a page from archives of star-bench --submit" }
  static var operands: [String] { ["DIR"] }
  static var options: [CommandOption<Self>] {
    [.text("output", "SITE", "The folder for index.html, created if necessary. Required.") { $0.output = $1 }]
  }
  static var notes: [String] {
    [
      "DIR has archives (*.tar), or folders with their files. A folder may also have peers.json, the record of tools/peers "
        + "--json on the same machine. Unusable files are skipped with a line that gives the reason.",
      "The page is one file that needs no network: a table to sort, a chart for each workload, and a comparison of two runs.",
    ]
  }

  private var output = ""

  func run(_ operands: [String]) throws {
    if output.isEmpty { throw Self.usage("--output SITE is missing") }
    let folder = operands[0]
    var runs: [SubmittedRun] = []
    for name in try listDirectory(folder).sorted() where !name.hasPrefix(".") && !name.hasSuffix(".md") {
      let path = folder + "/" + name
      func skip(_ reason: String) { Standard.error("skipped \(path): \(reason)", .warning) }
      do throws(ReportFault) {
        let ending = name.hasSuffix(".tar") ? 4 : 0
        runs.append(try SubmittedRun(name: String(name.dropLast(ending)), files: try Self.files(of: path)))
      } catch { skip(error.reason) }
    }
    if runs.isEmpty { throw ProgramError.failure("no results in \(folder); add archives of star-bench --submit") }
    // The best run comes first; runs without the figure come last.
    runs.sort { a, b in
      (a.details.headline?.starsPerSecondPerGhz ?? 0, b.name) > (b.details.headline?.starsPerSecondPerGhz ?? 0, a.name)
    }
    try makeFolders(output)
    let path = output + "/index.html"
    try writeFile(path, Array(ResultsPage(runs: runs).html.utf8))
    try Output.line("wrote \(path): \(runs.count) \(runs.count == 1 ? "run" : "runs")")
  }

  /// Returns the files of an archive, or of a folder that contains its files.
  private static func files(of path: String) throws(ReportFault) -> [String: [UInt8]] {
    func content(_ path: String) throws(ReportFault) -> [UInt8] {
      do throws(SystemError) { return try readFile(path) } catch { throw ReportFault(reason: error.message) }
    }
    guard (try? FileStatus(path))?.kind == .folder else {
      if !path.hasSuffix(".tar") { throw ReportFault(reason: "its name does not end with .tar") }
      return try TarReader.files(of: try content(path))
    }
    var files: [String: [UInt8]] = [:]
    for name in ["submission.json", "report.json", "board.conf", "peers.json"] where exists(path + "/" + name) {
      files[name] = try content(path + "/" + name)
    }
    return files
  }
}
