"""Whole programs on Debian's arm64 kernel, counting instructions: star-kiosk with stars, with one question, with the sample in two
languages, and with the same and a text cache, LVGL's five stars (lvgl-stars), and the floor, which reads the same touches and draws nothing."""

import pathlib
import subprocess
import sys

from pictures import pixels_of, read_ppm
from programs import Failure

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from vmkit import count, whole  # noqa: E402
from vmkit.arch import ARCHS  # noqa: E402
from vmkit.qemu import VMError  # noqa: E402

ARCH = ARCHS["arm64"]
LVGL, FLOOR = "lvgl", "floor"
SIDE = 144  # of the drag's stars, pixels
# In the drag's picture of star-bench.
FULL_STAR, EMPTY_STAR = (30, 168), (626, 168)


def write_pictures(bench, folder):
    """Write pictures.h for lvgl-stars: a full and an empty star as star-bench draws them, XRGB8888."""
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([bench, "--workload", "drag", "--picture", folder / "ours"], check=True)
    drag = read_ppm(folder / "ours-drag.ppm")
    lines = ["#include <stdint.h>", f"enum {{ SIDE = {SIDE} }};"]
    for name, place in (("EMPTY", EMPTY_STAR), ("FULL", FULL_STAR)):
        pixels = bytes(byte for red, green, blue in pixels_of(drag, place, SIDE) for byte in (blue, green, red, 255))
        lines.append(f"static const uint8_t {name}[] = {{{','.join(map(str, pixels))}}};")
    (folder / "pictures.h").write_text("\n".join(lines) + "\n")


def programs(kiosk, floor, lvgl, way):
    """Return the programs to measure. `way` is how the floor presents: "flip" or "dirty"."""
    found = [whole.Program(FLOOR, (floor, "{panel}", way, "8", "140")), *whole.kiosks(kiosk)]
    return found + ([whole.Program(LVGL, (lvgl, "{panel}"), costs=True)] if lvgl else [])


def measured(kiosk, floor, lvgl=None):
    """Return {display: {program: {name: count}}}, and for `touch` of star-kiosk and of the floor the counts of count.py."""
    found = {}
    try:
        for display, way in (("virtio", "dirty"), ("bochs", "flip")):
            costs, pictures = whole.measure(ARCH, display, programs(kiosk, floor, lvgl, way))
            if lvgl and pictures[LVGL] != pictures[whole.STARS]:
                raise Failure(f"lvgl-stars shows another picture than star-kiosk on {display}, so their costs cannot be compared")
            found[display] = {name: dict(vars(cost)) for name, cost in costs.items()}
            drag = count.measure(ARCH, display, kiosk)
            found[display][whole.STARS]["touch"] = drag.drag_frame
            found[display][FLOOR]["touch"] = drag.floor_frame
    except (VMError, subprocess.CalledProcessError) as error:
        raise Failure(f"end to end: {error}") from error
    return found
