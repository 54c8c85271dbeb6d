#include <stdio.h>
#include <stdlib.h>
