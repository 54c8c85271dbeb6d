// Only for the folder of FreeType's headers, which pkg-config names. Nothing is linked: CText loads the library.
