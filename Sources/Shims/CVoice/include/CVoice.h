// Speech by espeak-ng and sound cards by ALSA, which are loaded at the first use (docs/decisions/0023-voice.md). Only one thread may call
// these functions.
#ifndef CVOICE_H
#define CVOICE_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#include "declarations.h"
#include "functions.h"

enum cv_library {
#define CV_NUMBER(name, soname, package, purpose) cv_library_##name,
  CV_LIBRARIES(CV_NUMBER)
#undef CV_NUMBER
};

/// The result of loading a library.
struct cv_loading {
  const char *_Nonnull soname;
  /// The Debian package.
  const char *_Nonnull package;
  /// Null if the library is loaded. Otherwise the reason, which is valid until the next call.
  const char *_Nullable reason;
};

/// Loads a library if it is not loaded yet. It is never unloaded.
struct cv_loading cv_load(enum cv_library library);

// Speech. The functions may be called once espeak-ng is loaded.

/// Receives `count` frames of speech, and the events in them up to one of the type espeakEVENT_LIST_TERMINATED. Returns whether to go on.
typedef int (*cv_listener)(
  void *_Nonnull context, const int16_t *_Nullable frames, int count, const espeak_EVENT *_Nonnull events);

/// Reads espeak-ng's data. A listener then gets at most `milliseconds` of speech at a time. Returns the number of frames per second, or -1
/// if there are no data.
int cv_start_speech(int milliseconds);
/// Chooses a voice by its name or language. Returns whether espeak-ng has it.
int cv_choose_voice(const char *_Nonnull name);
/// Speaks a text in the chosen voice at a rate in words per minute. The listener gets the speech before this function returns.
void cv_speak(const char *_Nonnull text, int words_per_minute, void *_Nonnull context, cv_listener _Nonnull listener);

// Sound. The functions may be called once ALSA is loaded. Failures are negated numbers for cv_sound_error.

/// Opens a device for one channel of 16 bits, which ALSA converts if the card has other formats. `latency` is the desired size of the
/// card's buffer in microseconds. Stores the real size in frames. Returns 0 or a failure.
int cv_open_sound(
  const char *_Nonnull device, unsigned int frames_per_second, unsigned int latency, snd_pcm_t *_Nullable *_Nonnull sound,
  long *_Nonnull size);
/// Closes a device. The next one is opened with a configuration that knows the cards of that time.
void cv_close_sound(snd_pcm_t *_Nullable sound);
/// Returns the room for frames in the card's buffer; -EPIPE if all have been played, and -ESTRPIPE after a suspension, both until
/// `cv_prepare`; another failure if the card is gone.
long cv_room(snd_pcm_t *_Nonnull sound);
/// Stores frames in the card's buffer. Returns their number, or a failure. Never blocks.
long cv_write(snd_pcm_t *_Nonnull sound, const int16_t *_Nonnull frames, long count);
/// Empties the card's buffer. Returns 0 or a failure.
int cv_prepare(snd_pcm_t *_Nonnull sound);
/// Begins to play the card's buffer. Returns 0 or a failure.
int cv_play(snd_pcm_t *_Nonnull sound);
/// Returns the reason of a failure. The text lives as long as the program.
const char *_Nonnull cv_sound_error(int failure);

#endif
