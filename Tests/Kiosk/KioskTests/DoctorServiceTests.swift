import Foundation
import System
import Testing

/// `sudo star-kiosk doctor` and `forget` on a machine with the service's users and folders, which a mount namespace plays.
@Suite(.enabled(if: Privilege.isRoot && FileManager.default.isExecutableFile(atPath: "/usr/bin/unshare")))
struct DoctorServiceTests {
  /// Adds the accounts and the folders, and then runs the program's words. $1 is the test's folder.
  private static let machine = """
    set -e
    cd "$1"
    shift
    cp /etc/passwd passwd
    cp /etc/group group
    printf '_star-kiosk:x:890:890::/:/bin/false\\n_star-courier:x:891:891::/:/bin/false\\n' >> passwd
    printf '_star-kiosk:x:890:\\n_star-courier:x:891:\\n_star-slider:x:892:\\n' >> group
    mount --bind passwd /etc/passwd
    mount --bind group /etc/group
    for place in /etc /var/lib; do
      mkdir -p over/$place/up over/$place/work
      mount -t overlay -o lowerdir=$place,upperdir=over/$place/up,workdir=over/$place/work overlay $place 2>/dev/null || exit 77
    done
    mount --bind passwd /etc/passwd
    mount --bind group /etc/group
    mkdir -p /etc/star-slider
    install -d -m 2770 -o 890 -g 892 /var/lib/star-slider
    install -d -m 700 -o 890 -g 892 /var/lib/star-slider-kiosk
    cp kiosk.conf /etc/star-slider
    echo secret > /etc/star-slider/password
    chmod 400 /etc/star-slider/password
    umask 077
    touch /var/lib/star-slider/journal.sqlite
    exec "$@"
    """

  private func run(_ words: String...) throws -> Program.Outcome? {
    let program = try Program()
    defer { program.remove() }
    try program.configure(
      "[kiosk]\nid = stand-7\nhours = Mo-Su 08:00-18:00\ntime-zone = UTC\n[courier]\nbroker = b.example\nusername = u\n"
        + "password-file = /etc/star-slider/password\n[question a]\n[text en]\nquestion a = How was it?\n")
    let outcome = try program.run(
      ["--phrases", Program.phrases] + words,
      command: ["/usr/bin/unshare", "-m", "/bin/sh", "-c", Self.machine, "sh", program.folder.path])
    // Some containers have no overlay.
    return outcome.status == 77 ? nil : outcome
  }

  @Test func doctorExaminesService() throws {
    guard let outcome = try run("doctor") else { return }
    let report = outcome.output
    #expect(outcome.status == 1, "\(report) \(outcome.errors)")
    for line in [
      "unit        star-kiosk.service", "unit        star-courier.service",
      "missing  courier     /etc/star-slider/password is not readable for the courier",
      "ok       config      /etc/star-slider/kiosk.conf; the fonts for en are there", "user        890, in the groups",
      "missing  journal     /var/lib/star-slider/journal.sqlite belongs to another user",
      "note     broker      star-courier has not run since the boot", " clock       ",
    ] { #expect(report.contains(line), "\(line): \(report)") }
  }

  @Test func forgetIsAboutService() throws {
    guard let outcome = try run("forget", "--yes") else { return }
    for name in [
      "/var/lib/star-slider/journal.sqlite", "/etc/star-slider/password", "the id in /etc/star-slider/kiosk.conf",
    ] {
      #expect(outcome.output.contains("deleted " + name + "\n"), "\(name): \(outcome.output) \(outcome.errors)")
    }
    #expect(outcome.status == 0)
  }
}
