/* phrase.h: events in words, from a system's catalogue of phrases */
#ifndef IACTA_SHOW_PHRASE_H
#define IACTA_SHOW_PHRASE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;
struct node;
struct str;
struct system;

/*
 * A catalogue is games/SYSTEM/phrases.toml:
 *
 *	[phrase]
 *	"combat.result" = "{attackers:name} attack at {odds}[ uphill {hill}]:
 *	                   {result?DR=they retreat|AL=all is lost|{result}}"
 *	[heading]
 *	phase = "{side:cap}: {phase}"
 *
 *	[list]
 *	move = "{unit} {from}-{to}"
 *
 *	[why]
 *	"missile.range" = "the target is out of range [8.13]"
 *
 * Its keys are event ids, under [why] codes of refusals (engine/why.h).  An event under [heading] begins a section of the
 * report, one under [phrase] is a line of it, and those under [list] stand
 * together: a; b; c.  An empty phrase is not told.  Blanks at a phrase's start
 * indent its line.  Of headings the first is the highest: one of a lower rank
 * under which nothing is told is left out.
 *
 *	{field}         the event's field; a list is joined: a, b and c
 *	{field:form}    name: with the name that belongs to an id
 *	                cap: with a capital; signed: +1, -2
 *	                half: of a number of halves: 13 is 6.5
 *	                count: how many there are in a list
 *	                s: "s" unless the number (or the count) is 1
 *	{field?A=…|B=…|…}   by the field's value (or its form: count?1=…); the
 *	                last, without a value, is for all others; where none
 *	                fits, the value itself
 *	[…]             left out where the event has not all the fields in it
 *	\               takes the next character as it is
 *
 * Values of fields are shown escaped (str_shown).
 */
struct phrase_names {
	void *ctx;
	/* The name of a unit or the like; NULL if it has only its id. */
	const char *(*name)(void *ctx, const char *id);
};

/*
 * A phrase with the fields of an event, in one line.  ERR_INPUT where the
 * phrase is not of the grammar above, or the event lacks a field.
 */
int phrase_fill(struct err *e, struct str *out, const char *phrase,
	const struct node *event, const struct phrase_names *names)
	__attribute__((warn_unused_result));

/*
 * Add an event's lines to a report, at most 72 columns wide: the phrase with
 * "(roll N.K)", and its modifiers indented under it, each with its rule (the
 * first word of numbers and dots in it) last.  Where there is no phrase
 * (or it does not fit) the event's id and its fields.  `catalogue` may be
 * NULL.
 */
void phrase_event(struct str *out, struct arena *a,
	const struct node *catalogue, const struct node *event,
	const struct phrase_names *names);

/* Does the catalogue have the event as a heading?  Then its text, else NULL;
 * *rank is 0 for the highest. */
const char *phrase_heading(struct arena *a, const struct node *catalogue,
	const struct node *event, const struct phrase_names *names, int *rank);

/* Is the event one of a list?  Then its text, else NULL. */
const char *phrase_listed(struct arena *a, const struct node *catalogue,
	const struct node *event, const struct phrase_names *names);

/*
 * The fields that a phrase uses, as an array of strings: `needed` only those
 * that it cannot do without.  ERR_INPUT as phrase_fill.
 */
int phrase_fields(struct err *e, struct arena *a, const char *phrase,
	bool needed, struct node **out) __attribute__((warn_unused_result));

/*
 * Check a catalogue: nothing but [heading], [phrase], [list], [why], every phrase
 * of the grammar, every key an event of the system, every event in it.
 */
int phrase_check(struct err *e, struct arena *a, const struct node *catalogue,
	const struct system *s) __attribute__((warn_unused_result));

#endif
