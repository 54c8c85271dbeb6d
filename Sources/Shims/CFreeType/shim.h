// Only provides pkg-config's path to FreeType's headers. CText loads the library.
