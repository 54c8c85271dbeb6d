#ifndef CFUZZER_H
#define CFUZZER_H

#include <stddef.h>
#include <stdint.h>

/// libFuzzer without its main function (libclang_rt.fuzzer_no_main). Calls `run` for each input, and returns an exit status.
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*run)(const uint8_t *bytes, size_t count));

/// Faults for `tools/fuzz --self-test`: a read behind a block of `count` bytes, a signed overflow, and a leak.
int fuzzer_read_behind(int count);
int fuzzer_overflow(int number);
void fuzzer_leak(void);

#endif
