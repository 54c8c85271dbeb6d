// Declared here, because the C library's own headers reject a build with another float ABI, and the probe must show that such a build
// computes wrong results.
double hypot(double x, double y);
int getpid(void);
void exit(int status);
