"""The layers of Sources: a folder for each, and what its modules may import.

SwiftPM checks that a module imports only what Package.swift declares (`--explicit-target-dependency-import-check error`). This
test checks that Package.swift declares only dependencies that the layers allow.
"""

import json
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Besides itself, a layer may import these. Programs may import anything.
ALLOWED = {
    "Shims": set(),
    "System": {"Shims"},
    "Control": set(),
    "Display": {"Control", "System", "Shims"},
    "Input": {"Control", "System", "Shims"},
    "Settings": {"Control", "Display", "Input", "System", "Shims"},
    "Answers": {"System", "Shims"},
    "Sound": {"System", "Shims"},
    "Kiosk": {"Control", "Display", "Input", "Settings", "Answers", "System", "Shims"},
}
LAYERS = {*ALLOWED, "Programs"}

# The programs that never run as Embedded Swift.
USES_FOUNDATION = {"starctl"}


def breaches(package):
    """A line for each dependency that the layers do not allow. `package` is the output of `swift package dump-package`."""
    layer_of = {target["name"]: pathlib.Path(target["path"]).parts[1] for target in package["targets"]
                if (target.get("path") or "").startswith("Sources/")}
    for target in package["targets"]:
        layer = layer_of.get(target["name"])
        for dependency in target["dependencies"] if layer in ALLOWED else []:
            name = next(iter(dependency.values()))[0]
            if layer_of.get(name) not in {layer, *ALLOWED[layer]}:
                yield f"{layer}/{target['name']} depends on {layer_of.get(name, 'another package')}/{name}"


class Layers(unittest.TestCase):
    def test_dependencies_follow_the_layers(self):
        dump = subprocess.run(["swift", "package", "--ignore-lock", "dump-package"], cwd=ROOT, check=True, stdout=subprocess.PIPE)
        package = json.loads(dump.stdout)
        self.assertGreater(len(package["targets"]), 30)
        self.assertEqual(list(breaches(package)), [])

    def test_breaches_are_found(self):
        def target(path, *dependencies):
            return {"name": path.split("/")[-1], "path": path, "dependencies": [{"byName": [name, None]} for name in dependencies]}

        package = {"targets": [target("Sources/Control/StarSlider", "Touch"), target("Sources/Input/Touch", "StarSlider"),
                               target("Sources/Programs/tool", "Touch", "StarSlider", "ArgumentParser"),
                               target("Tests/Control/GeometryTests", "Touch")]}
        self.assertEqual(list(breaches(package)), ["Control/StarSlider depends on Input/Touch"])

    def test_every_safe_type_says_why(self):
        """`@safe` hides unsafe memory behind a type. Its comment says what the memory is, or who checks it."""
        missing = []
        for file in sorted((ROOT / "Sources").rglob("*.swift")):
            lines = file.read_text().splitlines()
            for number, line in enumerate(lines):
                if re.match(r"\s*@safe\b", line):
                    first = number
                    while lines[first - 1].lstrip().startswith("///"):
                        first -= 1
                    if "Safety: " not in " ".join(lines[first:number]):
                        missing.append(f"{file.relative_to(ROOT)}:{number + 1}")
        self.assertEqual(missing, [])

    def test_every_folder_is_a_layer(self):
        self.assertEqual({folder.name for folder in (ROOT / "Sources").iterdir() if folder.is_dir()}, LAYERS)

    def test_only_host_programs_import_foundation(self):
        found = {file.relative_to(ROOT).parts[2] for file in (ROOT / "Sources").rglob("*.swift")
                 if re.search(r"^import .*\b(Foundation|Glibc)\b", file.read_text(), re.MULTILINE)}
        self.assertEqual(found, USES_FOUNDATION)


if __name__ == "__main__":
    unittest.main()
