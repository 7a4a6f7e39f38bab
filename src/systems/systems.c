/* systems.c: the systems that this program knows */
#include "systems/ancient_battles/ab.h"

const struct system *const systems[] = {
	&ab_system,
	NULL,
};
