/* catalogue.h: the program's own phrases, for what a game's lack */
#ifndef IACTA_ENGINE_CATALOGUE_H
#define IACTA_ENGINE_CATALOGUE_H

struct arena;
struct node;
struct rules_file;

/*
 * A game keeps the phrases that it was founded with (rules/phrases.toml); a
 * later program may have codes and events that they do not know.  What the
 * game's catalogue `own` lacks is added to it from this program's, as it was
 * when it was built: phrases of refusals, of modifiers, of events and of what
 * else is said.  What the game says itself is never replaced.  `file` is what
 * `own` was read from; both are NULL for a game without a catalogue.  Returns
 * `own`, or the program's; NULL where neither has one.
 */
const struct node *catalogue_complete(struct arena *a, const char *system,
	const struct rules_file *file, struct node *own);

struct catalogue_text {
	const char *system, *text;
};
/* games/SYSTEM/phrases.toml of each system; ends with system NULL */
extern const struct catalogue_text catalogue_texts[];

#endif
