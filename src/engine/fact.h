/* fact.h: a named public fact of a question or an event */
#ifndef IACTA_ENGINE_FACT_H
#define IACTA_ENGINE_FACT_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct game;
struct node;

/* A list of facts ends with one without a name. */
struct fact {
	const char *name;
	enum { FACT_TEXT, FACT_NUMBER, FACT_HEX, FACT_SIDE, FACT_NODE,
		FACT_SAID } type;
	const char *s;		/* FACT_SAID: its code */
	int64_t i;
	union {
		const struct node *node;
		const struct fact *more;	/* FACT_SAID: its facts */
	};
};

/* An absent text (NULL), hex (HEX_NONE) or side (-1) leaves the fact out. */
static inline struct fact
fact_text(const char *name, const char *s)
{
	return (struct fact){ .name = name, .type = FACT_TEXT, .s = s };
}

static inline struct fact
fact_number(const char *name, int64_t i)
{
	return (struct fact){ .name = name, .type = FACT_NUMBER, .i = i };
}

static inline struct fact
fact_hex(const char *name, int hex)
{
	return (struct fact){ .name = name, .type = FACT_HEX, .i = hex };
}

static inline struct fact
fact_side(const char *name, int side)
{
	return (struct fact){ .name = name, .type = FACT_SIDE, .i = side };
}

/* A list, or anything else; the node is copied. */
static inline struct fact
fact_node(const char *name, const struct node *n)
{
	return (struct fact){ .name = name, .type = FACT_NODE, .node = n };
}

#define FACTS(...) ((const struct fact[]){ __VA_ARGS__, { .name = 0 } })

/* Add a text, a number or a node to a table; false: it is none of these, and
 * somebody has to know the map or the words. */
bool fact_add(struct arena *a, struct node *t, const struct fact *f);

/* Add the facts of an event or a question to a table. */
void fact_write(struct game *g, struct node *t, const struct fact *facts);

#endif
