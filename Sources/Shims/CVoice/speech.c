#include "load.h"

// espeak-ng's callback has no context of its own if a text has no events.
static cv_listener listener;
static void *context;

static int receive(short *frames, int count, espeak_EVENT *events) {
  return frames && !listener(context, frames, count, events);
}

int cv_start_speech(int milliseconds) {
  // By default espeak-ng ends the program if its data are missing.
  int rate = cv_table.espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, milliseconds, NULL, espeakINITIALIZE_DONT_EXIT);
  if (rate > 0) cv_table.espeak_SetSynthCallback(receive);
  return rate;
}

int cv_choose_voice(const char *name) { return cv_table.espeak_SetVoiceByName(name) == EE_OK; }

void cv_speak(const char *text, int words_per_minute, void *own_context, cv_listener own_listener) {
  listener = own_listener;
  context = own_context;
  cv_table.espeak_SetParameter(espeakRATE, words_per_minute, 0);
  // The size counts the terminating zero.
  cv_table.espeak_Synth(text, __builtin_strlen(text) + 1, 0, POS_CHARACTER, 0, espeakCHARS_UTF8 | espeakENDPAUSE, NULL, NULL);
}
