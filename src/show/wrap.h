/* wrap.h: text into lines that mail does not break: see base/wrap.h */
#ifndef IACTA_SHOW_WRAP_H
#define IACTA_SHOW_WRAP_H

#include "base/wrap.h"

#endif
