// The table of the functions of espeak-ng and ALSA. The libraries are not linked but loaded at their first use
// (docs/decisions/0023-voice.md). Functions that are not in the table cannot be called.
//
// CV_LIBRARIES(L): one L(name, soname, Debian package, purpose) per library. CV_name(F): one F(function) per function, as in CText.
#ifndef CVOICE_FUNCTIONS_H
#define CVOICE_FUNCTIONS_H

#define CV_LIBRARIES(L)                                              \
  L(espeak, "libespeak-ng.so.1", "libespeak-ng1", "speech")          \
  L(asound, "libasound.so.2", "libasound2, in Debian 13 libasound2t64", "sound cards")

#define CV_espeak(F)         \
  F(espeak_Initialize)       \
  F(espeak_SetSynthCallback) \
  F(espeak_SetVoiceByName)   \
  F(espeak_SetParameter)     \
  F(espeak_Synth)

#define CV_asound(F)              \
  F(snd_pcm_open)                 \
  F(snd_pcm_close)                \
  F(snd_pcm_set_params)           \
  F(snd_pcm_get_params)           \
  F(snd_pcm_avail)                \
  F(snd_pcm_writei)               \
  F(snd_pcm_prepare)              \
  F(snd_pcm_start)                \
  F(snd_strerror)                 \
  F(snd_lib_error_set_handler)    \
  F(snd_config_update_free_global)

#endif
