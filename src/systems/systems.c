/* systems.c: the systems that this program knows */
#include "engine/system.h"

extern const struct system ab_system, cc_system, gboh_cataphract_system,
    gboh_spqr_system;

const struct system *const systems[] = {
	&ab_system,
	&cc_system,
	&gboh_cataphract_system,
	&gboh_spqr_system,
	NULL,
};
