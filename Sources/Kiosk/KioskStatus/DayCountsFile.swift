import System

/// The file of `DayCounts` beside a journal, in a folder that kiosk and courier share. The kiosk writes it, readable for their group.
package struct DayCountsFile {
  package let path: String
  private let folder: SharedFolder
  private let name: String

  /// - Parameter journal: The journal's path. Of a link, the target counts.
  package init(beside journal: String) {
    path = ((try? realPath(journal)) ?? journal) + ".counts"
    (folder, name) = (SharedFolder(parentFolder(of: path)), fileName(of: path))
  }

  /// Returns the file's content; `nil` if it is damaged.
  package func read(of owner: SharedFolder.Owner) throws(SystemError) -> DayCounts? {
    DayCounts(try folder.read(name, limit: DayCounts.longest, of: owner))
  }

  /// Replaces the file. When this returns, the content is durable.
  package func write(_ counts: DayCounts) throws(SystemError) { try folder.write(name, counts.text) }
}
