// A program that is linked with everything that CText only loads. tools/check-package runs dpkg-shlibdeps on it, which does not see
// libraries that are loaded at run time. The program itself is never run.
#include "CText.h"

#define TAKE(function) (void *)function,
#define TAKE_ALL(name, soname, package, purpose) CT_##name(TAKE)
void *const taken[] = {CT_LIBRARIES(TAKE_ALL)};

int main(void) { return 0; }
