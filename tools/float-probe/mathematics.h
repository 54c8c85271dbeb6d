// Declared here: the C library's own headers stop a build whose way of passing floats is not theirs, and the probe is to
// show that the other way computes something else.
double hypot(double x, double y);
int getpid(void);
void exit(int status);
