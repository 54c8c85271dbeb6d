// A program that is linked with everything that CText and CSodium only load. tools/check-package asks dpkg-shlibdeps about it, which
// does not see what is loaded; it never runs.
#include <unicode/urename.h>  // ICU's names with its version

#include "CSodium.h"
#include "CText.h"

#define TAKE(function) (void *)function,
#define TAKE_ALL(name, soname, package, purpose) CT_##name(TAKE)
void *const taken[] = {CT_LIBRARIES(TAKE_ALL) CS_sodium(TAKE)};

int main(void) { return 0; }
