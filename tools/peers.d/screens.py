"""Compares a peer's kiosk screens with ours. Their fonts differ, so their pixels differ: what is compared is the mean of the whole picture,
and in each box its ground and how much of it is covered."""

import collections

from pictures import read_ppm

# Boxes by part: left, top, right, bottom. Each has one ground.
STARS = {f"star {i + 1}": (29 + 153 * i, 195, 159 + 153 * i, 325) for i in range(5)}
FOOT = {"start over": (44, 408, 250, 444), "dots": (374, 412, 424, 440)}
REASONS = {"heading": (100, 36, 700, 104), "the waiting time": (54, 160, 366, 220), "the staff": (434, 160, 746, 220),
           "the prices": (244, 280, 556, 340), "done": (550, 408, 756, 444), "outlines": (20, 246, 780, 274), **FOOT}
BOXES = {
    "question": {"heading": (100, 96, 700, 160), "very poor": (20, 348, 170, 386), "poor": (180, 348, 310, 386),
                 "excellent": (640, 348, 780, 386), "language": (550, 408, 756, 444), "outlines": (20, 396, 300, 406), **STARS, **FOOT},
    "reasons": REASONS,
    "button": REASONS,
}
# Limits for the mean difference over the whole picture, of 255. LVGL's largest font is smaller and thinner than our headings, which makes
# most of its 7.0. In RGB565 it truncates the background's blue, and we round: 9.7.
MOST_MEAN = {"XRGB8888": 8.0, "RGB565": 11.0}
# Limit for the difference of a ground, of 255: a step of RGB565's red or blue.
MOST_GROUND = 9
# Limits for what a box contains, relative to ours. LVGL's headings contain 0.59.
LEAST_COVERED, MOST_COVERED = 0.5, 1.5


def content(picture, box):
    """Return (ground, covered): the most frequent pixel of a box, and the mean difference from it, of 255."""
    width, _, data = picture
    left, top, right, bottom = box
    pixels = []
    for y in range(top, bottom):
        pixels += [data[i:i + 3] for i in range((y * width + left) * 3, (y * width + right) * 3, 3)]
    counts = collections.Counter(pixels)
    ground, _ = counts.most_common(1)[0]
    covered = sum(count * sum(abs(a - b) for a, b in zip(pixel, ground)) for pixel, count in counts.items())
    return ground, covered / (3 * len(pixels))


def compared(ours, theirs, workload):
    """Return {most, mean} of the difference over the whole picture, of 255, and a list of faults. Requires the paths of two pictures."""
    one, other = read_ppm(ours), read_ppm(theirs)
    if one[:2] != other[:2]:
        raise ValueError(f"{ours} and {theirs} differ in size")
    differences = [abs(a - b) for a, b in zip(one[2], other[2])]
    mean = sum(differences) / len(differences)
    faults = [f"{mean:.2f} of 255 in the mean"] if mean > MOST_MEAN[workload.pixel_format] else []
    for name, box in BOXES[workload.part].items():
        (ground, covered), (their_ground, their_covered) = content(one, box), content(other, box)
        if max(abs(a - b) for a, b in zip(ground, their_ground)) > MOST_GROUND:
            faults.append(f"{name} is on {their_ground.hex()} instead of {ground.hex()}")
        if not LEAST_COVERED * covered <= their_covered <= MOST_COVERED * covered:
            faults.append(f"{name} covers {their_covered:.1f} of 255 instead of {covered:.1f}")
    return {"most": max(differences), "mean": mean}, faults
