// ELF notes about libraries that are loaded at run time, for packaging tools (https://systemd.io/ELF_DLOPEN_METADATA). The additional key
// `symbols` lists the functions used, from which tools/package.d/dependencies.py finds the oldest sufficient package.
#ifndef DLOPEN_NOTE_H
#define DLOPEN_NOTE_H

#include <stdint.h>

/// A function's name for the last argument of DLOPEN_NOTE, which consists of several such names in a row.
#define DLOPEN_SYMBOL(function) #function " "

#define DLOPEN_PAYLOAD(soname, feature, purpose, priority, symbols)                                                    \
  "[{\"soname\":[\"" soname "\"],\"feature\":\"" feature "\",\"description\":\"" purpose "\",\"priority\":\"" priority "\"," \
  "\"symbols\":\"" symbols "\"}]"

/// Defines the note of one library that a program requires. `name` distinguishes the notes of a file; all other arguments are string
/// literals.
#define DLOPEN_NOTE(name, soname, feature, purpose, symbols) \
  DLOPEN_NOTE_OF(name, soname, feature, purpose, "required", symbols)

/// The same for a library without which a program only lacks the feature.
#define DLOPEN_SUGGESTION(name, soname, feature, purpose, symbols) \
  DLOPEN_NOTE_OF(name, soname, feature, purpose, "suggested", symbols)

#define DLOPEN_NOTE_OF(name, soname, feature, purpose, priority, symbols)                                              \
  static const struct {                                                                                                \
    uint32_t owner_size, payload_size, type;                                                                           \
    char owner[4];                                                                                                     \
    _Alignas(4) char payload[sizeof(DLOPEN_PAYLOAD(soname, feature, purpose, priority, symbols))];                               \
  } note_##name __attribute__((used, section(".note.dlopen"), aligned(4))) = {                                         \
    4, sizeof(DLOPEN_PAYLOAD(soname, feature, purpose, priority, symbols)), 0x407c0c0a, "FDO",                                   \
    DLOPEN_PAYLOAD(soname, feature, purpose, priority, symbols)};

#endif
