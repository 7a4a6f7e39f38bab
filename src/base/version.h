/* version.h: which release this is */
#ifndef IACTA_BASE_VERSION_H
#define IACTA_BASE_VERSION_H

extern const char version[];	/* "0.3.0" */

#endif
