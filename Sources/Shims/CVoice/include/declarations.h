// The functions of espeak-ng and ALSA that are used, as espeak-ng/speak_lib.h and alsa/asoundlib.h declare them. Building requires neither:
// espeak-ng's header has its license (GPLv3). Tests/Machines/test_voice.py compiles this file together with both headers, which then
// declare the types.
#ifndef CVOICE_DECLARATIONS_H
#define CVOICE_DECLARATIONS_H

#include <stddef.h>

#ifndef CV_CHECKED
typedef enum { espeakEVENT_LIST_TERMINATED = 0, espeakEVENT_WORD = 1, espeakEVENT_SENTENCE = 2, espeakEVENT_END = 5 } espeak_EVENT_TYPE;

typedef struct {
  espeak_EVENT_TYPE type;
  unsigned int unique_identifier;
  /// The number of characters from the start of the text, and of a word.
  int text_position, length;
  int audio_position, sample;
  void *_Nullable user_data;
  union {
    int number;
    const char *_Nullable name;
    char string[8];
  } id;
} espeak_EVENT;

typedef enum { POS_CHARACTER = 1 } espeak_POSITION_TYPE;
typedef enum { AUDIO_OUTPUT_SYNCHRONOUS = 2 } espeak_AUDIO_OUTPUT;
typedef enum { EE_OK = 0, EE_INTERNAL_ERROR = -1 } espeak_ERROR;
typedef enum { espeakRATE = 1 } espeak_PARAMETER;
typedef int(t_espeak_callback)(short *_Nullable, int, espeak_EVENT *_Nonnull);
#define espeakINITIALIZE_DONT_EXIT 0x8000
#define espeakCHARS_UTF8 1
#define espeakENDPAUSE 0x1000

typedef struct _snd_pcm snd_pcm_t;
typedef enum { SND_PCM_STREAM_PLAYBACK = 0 } snd_pcm_stream_t;
typedef enum { SND_PCM_ACCESS_RW_INTERLEAVED = 3 } snd_pcm_access_t;
typedef enum { SND_PCM_FORMAT_UNKNOWN = -1, SND_PCM_FORMAT_S16_LE = 2 } snd_pcm_format_t;
typedef unsigned long snd_pcm_uframes_t;
typedef long snd_pcm_sframes_t;
typedef void (*snd_lib_error_handler_t)(
  const char *_Nonnull file, int line, const char *_Nonnull function, int error, const char *_Nonnull format, ...);
#define SND_PCM_NONBLOCK 1
#endif

int espeak_Initialize(espeak_AUDIO_OUTPUT output, int buffer_milliseconds, const char *_Nullable path, int options);
void espeak_SetSynthCallback(t_espeak_callback *_Nullable callback);
espeak_ERROR espeak_SetVoiceByName(const char *_Nonnull name);
espeak_ERROR espeak_SetParameter(espeak_PARAMETER parameter, int value, int is_relative);
espeak_ERROR espeak_Synth(
  const void *_Nonnull text, size_t size, unsigned int position, espeak_POSITION_TYPE position_type, unsigned int end_position,
  unsigned int flags, unsigned int *_Nullable unique_identifier, void *_Nullable user_data);

int snd_pcm_open(snd_pcm_t *_Nullable *_Nonnull pcm, const char *_Nonnull name, snd_pcm_stream_t stream, int mode);
int snd_pcm_close(snd_pcm_t *_Nonnull pcm);
int snd_pcm_set_params(
  snd_pcm_t *_Nonnull pcm, snd_pcm_format_t format, snd_pcm_access_t access, unsigned int channels, unsigned int rate, int resamples,
  unsigned int latency);
int snd_pcm_get_params(
  snd_pcm_t *_Nonnull pcm, snd_pcm_uframes_t *_Nonnull buffer_size, snd_pcm_uframes_t *_Nonnull period_size);
snd_pcm_sframes_t snd_pcm_avail(snd_pcm_t *_Nonnull pcm);
snd_pcm_sframes_t snd_pcm_writei(snd_pcm_t *_Nonnull pcm, const void *_Nonnull frames, snd_pcm_uframes_t count);
int snd_pcm_prepare(snd_pcm_t *_Nonnull pcm);
int snd_pcm_start(snd_pcm_t *_Nonnull pcm);
const char *_Nonnull snd_strerror(int error);
int snd_lib_error_set_handler(snd_lib_error_handler_t _Nullable handler);
int snd_config_update_free_global(void);

#endif
