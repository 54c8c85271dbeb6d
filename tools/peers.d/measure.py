"""Measurements and counts for the table, as one record of plain numbers."""

import array

import screens
from exact import Star, coverage_error, picture_error
from pictures import Difference, light_of, pixels_of, read_ppm
from programs import (FORMATS, LINE, LINE_FONT, MORE_WORKLOADS, PATH_PEERS, PATHS, SCREEN_PEERS, SCREENS, SIDES, WORKLOADS,
                      Failure, Workload, instructions_each)

# The workloads that callgrind counts, and their repetitions.
COUNTED = [(Workload("raster", 64, FORMATS[0]), 20), (Workload("raster", 512, FORMATS[0]), 20),
           (Workload("drag", None, FORMATS[0]), 1000),
           *((workload, 400 if workload.part == "button" else 100) for workload in SCREENS if workload.pixel_format == "RGB565")]
# Limits for the pictures' mean difference from ours, of 255, outside the background. Cairo's 15 levels of coverage give
# 0.5. Qt and LVGL's ThorVG round a small shape's corners to coarser steps: 2.6 at 16 px. In RGB565 some truncate colors where
# we round.
MOST_DIFFERENCE = {"XRGB8888": 1.0, "RGB565": 2.5}
MOST_DIFFERENCE_OF_COARSE = {"XRGB8888": 3.0, "RGB565": 5.0}
COARSE = {"qt", "lvgl"}
# Limits for a logo of curves: FreeType and Blend2D draw curves as chords that deviate by up to a fifth of a pixel. At 128 px, FreeType's
# picture differs from ours by up to 33 of 255. Ours differs from exact areas by 0.75 at most.
MOST_DIFFERENCE_OF_PATHS = 3.0
# Side of the star whose coverage is compared with exact areas, in pixels: the drag's.
EXACT_SIDE = 144
# Positions of the drag's first and last star in star-bench. When the picture is taken, one is full and one empty.
DRAG_STARS = ((30, 168), (626, 168))
# The sample's frame: 800x480 of four bytes.
FRAME_BYTES = 800 * 480 * 4


def pictures(ours, peers, folder):
    """Return {peer: {workload: {most, mean}}}. Fails if a peer draws another star or another screen."""
    workloads = "raster,drag,many,path,line" + (",screen" if any(peer.name in SCREEN_PEERS for peer in peers) else "")
    for pixel_format in FORMATS:
        # Peers mix encoded sRGB values. The mixing of finished pictures does not affect the cost of a frame.
        sides = ",".join(map(str, (*SIDES, EXACT_SIDE)))
        ours.write_pictures(folder / f"ours-{pixel_format}", "--blending", "encoded", "--workload", workloads,
                             "--sides", sides, "--font", LINE_FONT, "--format", pixel_format)
    found, wrong = {}, []
    for peer in peers:
        limits = MOST_DIFFERENCE_OF_COARSE if peer.name in COARSE else MOST_DIFFERENCE
        for workload in [*WORKLOADS, *([*PATHS, LINE] if peer.name in PATH_PEERS else [])]:
            file = folder / f"{peer.name}-{workload.file}"
            if peer.ask("picture", workload.pixel_format, workload.words, file) is None:
                continue
            difference = Difference(folder / f"ours-{workload.file}", file)
            found.setdefault(peer.name, {})[workload.name] = {"most": difference.most, "mean": difference.mean}
            limit = MOST_DIFFERENCE_OF_PATHS if workload in (*PATHS, LINE) else limits[workload.pixel_format]
            if difference.mean > limit:
                wrong.append(f"{peer.name} draws another {workload.name}: {difference.mean:.2f} of 255 in the mean")
        for workload in SCREENS if peer.name in SCREEN_PEERS else []:
            file = folder / f"{peer.name}-{workload.file}"
            peer.ask("picture", workload.pixel_format, workload.words, file)
            found[peer.name][workload.name], faults = screens.compared(folder / f"ours-{workload.file}", file, workload)
            wrong += [f"{peer.name} draws another {workload.name}: {fault}" for fault in faults]
    if wrong:
        raise Failure("; ".join(wrong))
    return found


def times(ours, peers, batches):
    """Return {workload: {program or floor: [nanoseconds]}}: one run of each in turn, then the next run of each."""
    plan = [(workload, peers) for workload in WORKLOADS]
    plan += [(workload, [peer]) for peer in peers if peer.name == "blend2d" for workload in MORE_WORKLOADS]
    plan += [(workload, [peer for peer in peers if peer.name in PATH_PEERS]) for workload in (*PATHS, LINE)]
    plan += [(workload, [peer]) for peer in peers if peer.name in SCREEN_PEERS for workload in SCREENS]
    found = {workload.name: {} for workload, _ in plan}
    for _ in range(batches):
        for workload, beside in plan:
            row = found[workload.name]
            for name, time in ours.batch(workload).items():
                row.setdefault(name or ours.name, []).append(time)
            for peer in beside:
                if (time := peer.batch(workload)) is not None:
                    row.setdefault(peer.name, []).append(time)
    return found


def counts(ours, peers):
    """Return {workload: {program: instructions}}."""
    found = {}
    for workload, repetitions in COUNTED:
        for program in [ours, *(peer for peer in peers if workload not in SCREENS or peer.name in SCREEN_PEERS)]:
            count = instructions_each(lambda n: program.count_command(workload, n), repetitions)
            if count is not None:
                found.setdefault(workload.name, {})[program.name] = count
    for sliders in (1, 1000):
        command = [ours.program, "--workload", "scale", "--sliders", str(sliders)]
        found[f"scale {sliders}"] = {ours.name: instructions_each(lambda n: [*command, f"--count={n}"], 1000)}
    return found


def stored_bytes(ours):
    """Return {format: {fact: value}} of a drag: bytes stored, bytes that differ, difference from frames painted as a whole."""
    found = {}
    for pixel_format in FORMATS:
        facts = ours.report("--workload", "bytes", "--format", pixel_format)["facts"]
        found[pixel_format] = {fact["name"].removeprefix("drag "): fact["value"] for fact in facts}
    return found


def partial(peers):
    """Return {peer: {"raster": most, "drag": most, "raster RGB565": ...}}: drawn in parts against drawn at once, of 255."""
    found = {}
    for peer in peers:
        for pixel_format in FORMATS:
            for words in (f"raster {EXACT_SIDE}", "drag"):
                if (text := peer.ask("partial", pixel_format, words)) is not None:
                    name = words.split()[0] + ("" if pixel_format == FORMATS[0] else " " + pixel_format)
                    found.setdefault(peer.name, {})[name] = int(text)
    return found


def errors(ours, peers, folder):
    """Return {program: {inside: {most, mean}, outline: {most, mean}, picture: most, tiles: most}}, of 255, against exact areas.
    `pictures` has written ours."""
    star = Star.of(peers[0].program, EXACT_SIDE)
    inside, outline = star.inside(), star.outline()
    wanted = star.composed(star.filled_part(), outline)

    def judged(files):
        parts = {}
        for part, shares in (("inside", inside), ("outline", outline)):
            gray = [pixel[0] for pixel in pixels_of(read_ppm(files[part]))]
            error = coverage_error(shares, gray)
            parts[part] = {"most": error.most, "mean": error.mean}
        parts["picture"] = picture_error(wanted, pixels_of(read_ppm(files["raster"])))
        return parts

    kinds = ("inside", "outline", "raster")
    found = {ours.name: judged({kind: folder / f"ours-{FORMATS[0]}-{kind}-{EXACT_SIDE}.ppm" for kind in kinds})}
    for peer in peers:
        files = {kind: folder / f"{peer.name}-{kind}-{EXACT_SIDE}.ppm" for kind in kinds}
        if None not in [peer.ask("picture", FORMATS[0], f"{kind} {EXACT_SIDE}", files[kind]) for kind in kinds]:
            found[peer.name] = judged(files)
    # Finished pictures are mixed and compared in linear light.
    ours.write_pictures(folder / "ours-light", "--workload", "drag")
    scene = read_ppm(folder / "ours-light-drag.ppm")
    found[ours.name]["tiles"] = max(
        picture_error(star.composed(shares, outline), [light_of(pixel) for pixel in pixels_of(scene, place, EXACT_SIDE)])
        for place, shares in zip(DRAG_STARS, (inside, array.array("d", bytes(8 * len(inside))))))
    return found


def scale(ours, batches):
    """Return {result: [nanoseconds]}: one slider dragged among 1 to 1,000, in turn."""
    results = ours.report("--workload", "scale", "--batches", batches)["results"]
    return {result["name"]: result["batches_ns"] for result in results}


def start(ours, program, floor, glibc_floor, batches):
    """Measure exec to first frame, and peak memory, of a program and of one that only clears the frame: with the
    program's own C library, and with glibc."""
    def beside(other):
        report = ours.report("--workload", "start", "--start-program", program, "--start-floor", other, "--batches", batches)
        facts = {fact["name"]: fact["value"] for fact in report["facts"]}
        return {result["name"]: result["batches_ns"] for result in report["results"]}, facts

    (times, facts), (glibc_times, glibc_facts) = beside(floor), beside(glibc_floor)
    return {
        "times_ns": times,
        "times_beside_glibc_ns": glibc_times,
        "resident_bytes": {ours.name: facts["start resident"], "floor": facts["start floor resident"]},
        "glibc_floor_resident_bytes": glibc_facts["start floor resident"],
        "frame_bytes": FRAME_BYTES,
    }
