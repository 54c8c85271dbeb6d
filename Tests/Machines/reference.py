"""Prints what espeak-ng makes of texts, as frames of 16 bits in hexadecimal digits, a line for each text: reference.py LANGUAGE RATE TEXT...

The sound of a text depends on the texts before it. RATE is a percentage.
"""

import ctypes
import sys

SYNCHRONOUS, DO_NOT_EXIT, RATE, UTF8_AND_END_PAUSE, CHARACTERS = 2, 0x8000, 1, 0x1001, 1
CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p)


def main(words):
    espeak, heard = ctypes.CDLL("libespeak-ng.so.1"), bytearray()

    @CALLBACK
    def hear(frames, count, _):
        if frames:
            heard.extend(ctypes.string_at(frames, 2 * count))
        return 0

    assert espeak.espeak_Initialize(SYNCHRONOUS, 10, None, DO_NOT_EXIT) == 22050
    espeak.espeak_SetSynthCallback(hear)
    before = None
    for language, rate, text in zip(words[::3], words[1::3], words[2::3]):
        if language != before:
            assert espeak.espeak_SetVoiceByName(language.encode()) == 0, language
        before = language
        espeak.espeak_SetParameter(RATE, 175 * int(rate) // 100, 0)
        data = text.encode()
        espeak.espeak_Synth(data, len(data) + 1, 0, CHARACTERS, 0, UTF8_AND_END_PAUSE, None, None)
        print(heard.hex())
        heard.clear()


main(sys.argv[1:])
