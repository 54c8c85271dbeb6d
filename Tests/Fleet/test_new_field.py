"""A new field of an answer: two changed source files, and it is in the journal, the reserve, the message, the export and the database.

docs/contributing.md names the files. The third one, docs/courier.schema.json, describes the field for receivers.
"""

import json
import re
import subprocess
import unittest

from collector_case import CollectorCase
from parts import REPOSITORY
from processes import PRODUCTS

SOURCES = REPOSITORY / "Sources"
# The C modules that SwiftPM compiles.
SHIMS = ("CLinux", "CPostgres", "CSchema")
ANSWER = SOURCES / "Answers/Journal/Answer"
# Each file with the text before which a line is added.
CHANGES = {
    ANSWER / "Answer.swift": ("  package var kiosk: String\n", "  package var age: Int32 = 0\n"),
    ANSWER / "AnswerField.swift": ("  ]\n", """\
        AnswerField(
          "age", .integer(0...120), "the visitor's age", column: "INTEGER NOT NULL", absent: .integer(18), since: 9,
          value: { .integer(Int64($0.age)) }, read: { assign($1.int32, to: &$0.age) }),
    """),
}
# A kiosk, a courier, an export and a collector in one program. Its arguments are a folder and the address of a database.
PROGRAM = """
let folder = CommandLine.arguments[1]
let old = try Connection(folder + "/old", .readWrite, busyTimeout: 0, for: "create")
try old.execute("PRAGMA page_size = 4096; PRAGMA application_id = \\(Schema.application);" + Schema.steps(from: 0, to: 4))
try old.execute("INSERT INTO answers (uuid, steps, steps_per_star, star_count, wall_ms, monotonic_ns, boot_id) "
  + "VALUES ('00000000-0000-4000-8000-000000000001', 5, 1, 5, 1709210096789, 1, 'b')")
var new = Answer(
  uuid: AnswerID("00000000-0000-4000-8000-000000000002")!, steps: 5, stepsPerStar: 1, starCount: 5, wall: 1_709_210_096_790,
  monotonic: 2, bootID: "b")
new.age = 42
var reserve = Spill(path: folder + "/reserve")
try reserve.add([new])
let journal = try Journal(path: folder + "/old")
try journal.record(Spill(path: folder + "/reserve").answers)
print(Answer.csvHeader, terminator: "")
for pending in try Outbox(path: folder + "/old").next(after: 0, limit: 9) {
  print(pending.answer.csv, terminator: "")
  let payload = pending.answer.jsonBytes(in: (journal: nil, sequence: pending.sequence))
  print(String(decoding: payload, as: UTF8.self))
  let message = try Message(payload, size: payload.count, at: Topic("s/k1/answer", prefix: "s"))
  _ = try Database(CommandLine.arguments[2], patience: 10).store([message]) { fatalError("\\($0.payload): \\($1)") }
}
"""


class NewField(CollectorCase):
    def build(self):
        """Builds the patched modules and the program as one module, with the other modules as they are. Returns the program."""
        folder = self.folder / "sources"
        folder.mkdir()
        files = [*(SOURCES / "Answers/Journal").rglob("*.swift"), *(SOURCES / "Answers/Collector").rglob("*.swift")]
        for file in files:
            text = file.read_text().replace("import Journal\n", "")
            if file in CHANGES:
                place, line = CHANGES[file]
                self.assertEqual(text.count("\n" + place), 1)
                text = text.replace("\n" + place, "\n" + line + place)
            (folder / f"{file.parent.name}-{file.name}").write_text(text)
        (folder / "main.swift").write_text(PROGRAM)
        modules = [word for name in SHIMS for word in ("-Xcc", f"-fmodule-map-file={PRODUCTS}/{name}.build/module.modulemap")]
        for name in ("CSQLite", "CMemory"):
            modules += ["-Xcc", f"-fmodule-map-file={SOURCES}/Shims/{name}/module.modulemap"]
        objects = [file for name in ("Basics", "System", *SHIMS) for file in (PRODUCTS / f"{name}.build").rglob("*.o")]
        subprocess.run(["swiftc", "-swift-version", "6", "-package-name", re.sub(r"\W", "_", REPOSITORY.name.lower()), "-module-name", "NewField",
                        "-I", PRODUCTS / "Modules", *modules, *folder.glob("*.swift"), *objects,
                        "-o", self.folder / "program"], check=True)
        return self.folder / "program"

    def test_two_source_files_are_changed_and_everything_has_the_field(self):
        self.store = self.database()
        self.assertLessEqual(len(CHANGES), 2)
        (self.folder / "old").touch()
        done = subprocess.run([self.build(), self.folder, self.store.address], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        header, *lines = done.stdout.splitlines()
        self.assertTrue(header.endswith(",survey,age"), header)
        # The answer of an older journal has what the row names, the one that went through the reserve what the visitor gave.
        self.assertEqual([line.rsplit(",", 1)[1] for line in lines[::2]], ["18", "42"])
        self.assertEqual([json.loads(line)["age"] for line in lines[1::2]], [18, 42])
        self.assertEqual(self.store.query("SELECT age FROM star.answers ORDER BY wall_ms"), "18\n42")
        self.assertEqual(self.store.query("SELECT sum(age) FROM star.answers_counted"), "60")


if __name__ == "__main__":
    unittest.main()
