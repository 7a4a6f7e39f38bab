/* version.c: which release this is */
#include "base/version.h"

const char version[] = IACTA_VERSION;
