/* why.h: why something cannot be, in words */
#ifndef IACTA_SHOW_WHY_H
#define IACTA_SHOW_WHY_H

struct game;
struct node;

/*
 * `why` (engine/why.h) in words: the phrase under [why] of the system's
 * phrases.toml, else that of templates/phrases.toml, else the code and its
 * fields.  Without a full stop, in the game's arena.  Fit for game.words.
 */
const char *why_words(struct game *g, const char *why);

/* The phrase of a code in a catalogue, or the program's own; NULL. */
const char *why_phrase(const struct node *catalogue, const char *code);

/* A [[event]] "refused", or a table like it: why, in words; NULL where it does
 * not say. */
const char *why_refused(struct game *g, const struct node *event);

#endif
