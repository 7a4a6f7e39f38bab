/* say.h: what is said (engine/say.h), in words */
#ifndef IACTA_SHOW_SAY_H
#define IACTA_SHOW_SAY_H

#include "engine/say.h"

struct board;
struct board_piece;
struct node;
struct str;

/*
 * The phrase of a code with its fields: "table.key" is the one of that name
 * under [say] of the game's phrases.toml, so that a club can have its own, and
 * else `key` under [table] of templates/phrases.toml; a code without a full
 * stop has a system's phrase alone.  Where there is none, or it does not fit,
 * the code and its fields.  "" for nothing.  `phrases` may be NULL.
 */
const char *say_phrase(struct arena *a, const struct node *phrases,
	struct said s);

/* The same for a game, in its arena: fit for a system that wants words. */
const char *say_words(struct game *g, struct said s);

/* Of a board, in its arena; what a thing of it is called ("ground.broken"),
 * and what a piece is: "heavy cavalry". */
const char *say_board(const struct board *b, struct said s);
const char *say_name(const struct board *b, const char *code);
const char *say_kind(const struct board *b, const struct board_piece *p);

/* "Turn 3, Roman movement", in the game's arena; "" where the system does not
 * say. */
const char *say_when(struct game *g);

/* The lists of units, at the end of a text. */
void say_summary(struct game *g, struct str *out);

#endif
