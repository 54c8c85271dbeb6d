"""Hears what the loopback card plays, and writes lines to a pipe when it has heard something. Runs in a guest.

    ear.py PIPE FILE STEP...

A step is a condition and lines for the pipe, separated by "|": "after:200|tone 440 100". The conditions are times in milliseconds of what
was heard since the step before: `after` all in all, `sound` since the first sound, `silence` without a sound. When the conditions of all
steps have been met, FILE has all that was heard, and standard output has one number per step: how many frames had been heard when its lines
were written.
"""

import ctypes
import errno
import os
import sys
import time

RATE = 22050
PART = RATE // 200  # frames that are read at once: 5 ms
CAPTURE, NONBLOCK, INTERLEAVED, S16 = 1, 1, 3, 2
BUFFER = 500_000  # µs


def opened():
    """Open the other end of the loopback before anything plays, so that what plays has this format, and nothing is converted."""
    alsa = ctypes.CDLL("libasound.so.2")
    card = ctypes.c_void_p()
    for failure in (alsa.snd_pcm_open(ctypes.byref(card), b"hw:0,1", CAPTURE, NONBLOCK),
                    alsa.snd_pcm_set_params(card, S16, INTERLEAVED, 1, RATE, 0, BUFFER), alsa.snd_pcm_start(card)):
        if failure < 0:
            sys.exit(f"ear.py: cannot listen: {failure}")
    alsa.snd_pcm_readi.restype = ctypes.c_long
    alsa.snd_pcm_readi.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_ulong)
    return alsa, card


def main(pipe, file, *steps):
    alsa, card = opened()
    pipe = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
    part = ctypes.create_string_buffer(2 * PART)
    heard, moments = bytearray(), []
    print("listening", flush=True)
    for step in steps:
        condition, _, lines = step.partition("|")
        kind, _, milliseconds = condition.partition(":")
        needed, since = int(milliseconds) * RATE // 1000, 0
        while since < needed:
            count = alsa.snd_pcm_readi(card, part, PART)
            if count == -errno.EAGAIN:  # waiting for the card would last until a quarter of the buffer is full
                time.sleep(0.001)
                continue
            if count < 0:
                sys.exit(f"ear.py: cannot hear: {count}")
            sound = part.raw[:2 * count]
            heard += sound
            if kind == "silence":
                since = 0 if any(sound) else since + count
            elif kind == "after" or since or any(sound):
                since += count
        moments.append(len(heard) // 2)
        if lines:
            os.write(pipe, lines.replace("|", "\n").encode() + b"\n")
    with open(file, "wb") as out:
        out.write(heard)
    print(*moments)


main(*sys.argv[1:])
