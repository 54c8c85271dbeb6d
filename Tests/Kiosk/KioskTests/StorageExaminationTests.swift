import Foundation
import Testing

@testable import Kiosk

/// What `doctor` says about the place of the journal.
@Suite struct StorageExaminationTests {
  private func mount(_ folder: String, _ lines: String...) -> Mount? {
    Mount(of: folder, in: Array(lines.map { "\(1) 1 0:1 / \($0)" }.joined(separator: "\n").utf8))
  }

  @Test func filesInMemoryAreNoted() throws {
    let disk = "/ rw shared:1 - ext4 /dev/a rw"
    #expect(mount("/var/lib", disk)?.loss == nil)
    #expect(mount("/var/lib", disk)?.description == "ext4 on /")
    #expect(mount("/dev/shm/x", disk, "/dev/shm rw - tmpfs tmpfs rw")?.loss?.contains("tmpfs") == true)
    #expect(mount("/dev/shmx", disk, "/dev/shm rw - tmpfs tmpfs rw")?.loss == nil)
    #expect(mount("/a b/c", disk, "/a\\040b rw - tmpfs tmpfs rw")?.point == "/a b")
    let memory = "/media/rw rw - tmpfs tmpfs rw"
    let overlay = "/ rw - overlay overlay rw,lowerdir=/media/ro,upperdir=/media/rw/up,workdir=/w"
    #expect(mount("/var/lib", overlay, memory)?.loss?.contains("in memory (tmpfs for /media/rw/up)") == true)
    #expect(mount("/var/lib", overlay, "/media/rw rw - ext4 /dev/b rw")?.loss == nil)
    #expect(mount("/var/lib", overlay)?.loss?.contains("cannot be examined") == true)
  }

  @Test func doctorTriesADurableWrite() throws {
    let program = try Program()
    defer { program.remove() }
    let memory = "/dev/shm/star-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: memory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: memory) }
    let noted = try program.run(["doctor", "--journal", memory + "/j.sqlite"]).output
    #expect(noted.contains("a durable write took") && noted.contains("tmpfs on /dev/shm"), "\(noted)")
    #expect(noted.contains("answers are lost at power-off"), "\(noted)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: memory).isEmpty)
    let refused = try program.run(["doctor", "--journal", "/proc/j.sqlite"])
    #expect(refused.status == 1 && refused.output.contains("cannot write durably to /proc"), "\(refused.output)")
    try "garbage".write(toFile: program.path("j.sqlite"), atomically: false, encoding: .utf8)
    #expect(try program.run(["doctor", "--journal", "j.sqlite"]).output.contains("not an SQLite database"))
  }
}
