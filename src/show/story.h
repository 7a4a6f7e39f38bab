/* story.h: events as chapters and lines */
#ifndef IACTA_SHOW_STORY_H
#define IACTA_SHOW_STORY_H

struct arena;
struct node;
struct phrase_names;

/*
 * Add the events (an array) to `out`, an array of chapters:
 *
 *	{ heading, rank, line = [{ text, event, margin, deep, roll, mod }] }
 *
 * A chapter begins with each event under [heading] of the catalogue; what
 * comes before the first has no heading.  One of a lower rank than the first
 * under which nothing is told is left out.  `margin` is the indentation, as
 * blanks, `event` the number of the (first) event in its list, `deep` says that there is one; `roll` lists the rolls that the event
 * rests on ("3.2"), `mod` its modifiers.  Refusals are not part of the story.
 */
void story_add(struct arena *a, struct node *out, const struct node *events,
	const struct node *catalogue, const struct phrase_names *names);

#endif
