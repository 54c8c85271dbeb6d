#include "load.h"

#include <errno.h>

// ALSA would print several lines on standard error for each failure. The caller logs one.
static void ignore(const char *file, int line, const char *function, int error, const char *format, ...) {
  (void)file, (void)line, (void)function, (void)error, (void)format;
}

static int set_up(snd_pcm_t *sound, unsigned int frames_per_second, unsigned int latency, long *size) {
  snd_pcm_uframes_t buffer = 0, period = 0;
  int failure = cv_table.snd_pcm_set_params(
    sound, SND_PCM_FORMAT_S16_LE, SND_PCM_ACCESS_RW_INTERLEAVED, 1, frames_per_second, 1, latency);
  if (failure >= 0) failure = cv_table.snd_pcm_get_params(sound, &buffer, &period);
  *size = (long)buffer;
  return failure < 0 ? failure : 0;
}

int cv_open_sound(const char *device, unsigned int frames_per_second, unsigned int latency, snd_pcm_t **sound, long *size) {
  cv_table.snd_lib_error_set_handler(ignore);
  snd_pcm_t *opened = NULL;
  int failure = cv_table.snd_pcm_open(&opened, device, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK);
  if (failure >= 0) failure = set_up(opened, frames_per_second, latency, size);
  if (failure < 0) {
    cv_close_sound(opened);
    return failure;
  }
  *sound = opened;
  return 0;
}

void cv_close_sound(snd_pcm_t *sound) {
  if (sound) cv_table.snd_pcm_close(sound);
  cv_table.snd_config_update_free_global();
}

long cv_room(snd_pcm_t *sound) { return cv_table.snd_pcm_avail(sound); }

long cv_write(snd_pcm_t *sound, const int16_t *frames, long count) {
  return cv_table.snd_pcm_writei(sound, frames, (snd_pcm_uframes_t)count);
}

int cv_prepare(snd_pcm_t *sound) { return cv_table.snd_pcm_prepare(sound); }

int cv_play(snd_pcm_t *sound) {
  int failure = cv_table.snd_pcm_start(sound);
  // A card whose buffer is full of whole periods, such as one on USB, has started by itself.
  return failure == -EBADFD ? 0 : failure;
}

const char *cv_sound_error(int failure) { return cv_table.snd_strerror(failure); }
