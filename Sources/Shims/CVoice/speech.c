#define _GNU_SOURCE
#include "load.h"

#include <stdlib.h>
#include <string.h>

// espeak-ng's callback has no context of its own if a text has no events.
static cv_listener listener;
static void *context;

static int receive(short *frames, int count, espeak_EVENT *events) {
  return frames && !listener(context, frames, count, events);
}

// espeak-ng looks for a PulseAudio server even if it does not play anything. That would make folders and may start the server. Here it asks
// one that cannot be reached.
static int initialize(int milliseconds) {
  const char *server = getenv("PULSE_SERVER");
  char *kept = server ? strdup(server) : NULL;
  setenv("PULSE_SERVER", "/dev/null", 1);
  // By default espeak-ng ends the program if its data are missing.
  int rate = cv_table.espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, milliseconds, NULL, espeakINITIALIZE_DONT_EXIT);
  if (kept) setenv("PULSE_SERVER", kept, 1);
  else unsetenv("PULSE_SERVER");
  free(kept);
  return rate;
}

int cv_start_speech(int milliseconds) {
  int rate = initialize(milliseconds);
  if (rate > 0) cv_table.espeak_SetSynthCallback(receive);
  return rate;
}

int cv_choose_voice(const char *name) { return cv_table.espeak_SetVoiceByName(name) == EE_OK; }

void cv_speak(const char *text, int words_per_minute, void *own_context, cv_listener own_listener) {
  listener = own_listener;
  context = own_context;
  cv_table.espeak_SetParameter(espeakRATE, words_per_minute, 0);
  // The size counts the terminating zero.
  cv_table.espeak_Synth(text, strlen(text) + 1, 0, POS_CHARACTER, 0, espeakCHARS_UTF8 | espeakENDPAUSE, NULL, NULL);
}
