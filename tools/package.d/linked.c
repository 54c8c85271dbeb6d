// A program that is linked with everything that CText only loads. tools/check-package asks dpkg-shlibdeps about it, which
// does not see what is loaded; it never runs.
#include "CText.h"

#define TAKE(function) (void *)function,
#define TAKE_ALL(name, soname, package, purpose) CT_##name(TAKE)
void *const taken[] = {CT_LIBRARIES(TAKE_ALL)};

int main(void) { return 0; }
