"""A made-up record of `tools/peers`, and the path of its modules."""

import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "tools" / "peers.d"
sys.path.insert(0, str(FOLDER))


def made_up():
    """Return a record in which ours takes half of the peers' time, and the floor a fifth."""
    slow, fast, floor = [10.0, 20.0, 40.0, 10.0, 12.0], [5.0, 10.0, 20.0, 5.0, 6.0], [2.0, 4.0, 8.0, 2.0, 2.4]
    names = [f"raster {side}" for side in (16, 64, 128, 512)] + ["drag", "many"]
    times = {}
    for name in names + [f"{name} RGB565" for name in names]:
        times[name] = {"star-slider": fast, "floor": floor, "floor, unrolled": floor, "edges": floor,
                       "pixman": slow, "freetype": slow}
    parts = {"inside": {"most": 0.5, "mean": 0.25}, "outline": {"most": 0.75, "mean": 0.2}, "picture": 0.9}
    other = {"inside": {"most": 2.5, "mean": 0.5}, "outline": {"most": 1.5, "mean": 0.625}, "picture": 3.0}
    facts = {"stored": 103, "differing": 100, "partial against whole": 0}
    scale = [f"scale {n}" for n in (1, 10, 100, 1000)]
    return {
        "program": "tools/peers", "date": "2026-01-02T03:04:05+00:00", "commit": "abc", "processor": "P", "processors": 2,
        "kernel": "6.1", "compilers": {"swift": "Swift 6.3", "c": "gcc 12"},
        "peers": {"pixman": "1.2", "freetype": "3.4"}, "batches": 5, "valid": True, "reasons": [],
        "times_ns": times,
        "instructions": {"drag": {"star-slider": 1190, "pixman": 16_500}, "raster 64": {"star-slider": 70_001},
                         "raster 512": {"star-slider": 400_000}, "scale 1": {"star-slider": 2000},
                         "scale 1000": {"star-slider": 2002}},
        "bytes": {"XRGB8888": facts, "RGB565": {**facts, "stored": 106}},
        "errors": {"star-slider": {**parts, "tiles": 1.5}, "freetype": other},
        "partial": {"pixman": {"drag": 0, "drag RGB565": 3}, "freetype": {"raster": 4, "raster RGB565": 5}},
        "scale_ns": {**{name: fast for name in scale}, "scale 1000, all asked": slow},
        "start": {"times_ns": {"start": fast, "start floor": [4.0, 8.0, 16.0, 4.0, 4.8]},
                  "times_beside_glibc_ns": {"start": fast, "start floor": fast},
                  "resident_bytes": {"star-slider": 2_636_000, "floor": 2_236_000},
                  "glibc_floor_resident_bytes": 2_336_000, "frame_bytes": 1_536_000},
    }
