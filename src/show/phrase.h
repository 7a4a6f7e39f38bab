/* phrase.h: events in words, from a system's catalogue of phrases */
#ifndef IACTA_SHOW_PHRASE_H
#define IACTA_SHOW_PHRASE_H

#include "show/escape.h"

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
 *	[join]
 *	move = "unit"
 *	rout = "unit always"
 *
 *	[ride]
 *	leader = "with"
 *
 *	[name]          # of what is in no position
 *	scout = "Scout"         # of scout, scout-1, scout-2 ...
 *
 *	[why]
 *	"missile.range" = "the target is out of range [8.13]"
 *
 *	[mod]
 *	moved = "{n:signed} the firing unit moves"
 *
 *	[situation]     # show/report_facts.c: how the sides stand
 *	[change]        # show/changes.h: what changed
 *	[say]           # show/say.h: what else is said
 *
 * Its keys are event ids, under [why] codes of refusals (engine/why.h), under
 * [mod] codes of modifiers, whose rule follows in brackets.  An
 * event under [heading] begins a section of the report, one under [phrase] is a line of it, and those under [list] stand
 * together: a; b; c.  Those under [join] that follow one another, with the same
 * field that is named there, are parts of one: a move that was told hex by hex
 * (its parts are marked, part = "next"; with "always" they need not be).  One
 * under [ride] tells who went along with a unit, and does not come between.
 * An empty phrase is not told.  Blanks at a phrase's start
 * indent its line.  Of headings the first is the highest: one of a lower rank
 * under which nothing is told is left out.
 *
 *	{field}         the event's field; a list is joined: a, b and c
 *	                (an id as it is called; in refusals and checks, which
 *	                help to write orders, with the id the first time)
 *	{field:form}    name: the same; with the id every time where names are
 *	                not kept track of
 *	                id: the id alone; side: the title of a side
 *	                cap: with a capital; signed: +1, -2
 *	                half: of a number of halves: 13 is 6.5
 *	                or: a list as a, b or c; way: of hexes as a-b-c; via:
 *	                the same without the last
 *	                count: how many there are in a list
 *	                s: "s" unless the number (or the count) is 1 or -1
 *	                runs: a list of numbers as 3, 5 to 9 and 12
 *	                result: how a game ended (phrase_result)
 *	{field?A=…|B=…|…}   by the field's value (or its form: count?1=…); the
 *	                last, without a value, is for all others; where none
 *	                fits, the value itself; a value @field is what that
 *	                field says ({field:name?@other=…}: is called)
 *	[…]             left out where the event has not all the fields in it
 *	\               takes the next character as it is
 *
 * Values of fields are shown escaped (str_shown).
 */
struct phrase_names {
	void *ctx;
	/* The name of a unit or the like; NULL if it has only its id. */
	const char *(*name)(void *ctx, const char *id);
	/* How a plain {field} mentions it; NULL: by the id.  May be NULL. */
	const char *(*mention)(void *ctx, const char *id);
	/* What a side is called.  May be NULL. */
	const char *(*side)(void *ctx, const char *id);
};

/*
 * Where a phrase's fields are looked for: in a table, and if they are not in
 * it in the one around it.  {top.field} is that of the outermost.
 */
struct phrase_scope {
	const struct node *fields;
	const struct phrase_scope *around;	/* NULL: nothing */
};
const struct node *phrase_field(const struct phrase_scope *scope,
	const char *name);

/*
 * A phrase in a format: what a field says is escaped for it, what the phrase
 * itself says is not.  These forms are for this:
 *
 *	{field:raw}     the text as it is, for what is in the format already
 *	{field:block}   a text of several lines; each is escaped; the last
 *	                ends without a LF
 *	{field:indent}  the same as code of Markdown: indented, not escaped
 *	{field:code}    for Markdown's code between backquotes
 *	{field:padN}    with blanks to N columns
 */
int phrase_fill_in(struct err *e, struct str *out, const char *phrase,
	const struct phrase_scope *scope, enum escape_format f)
	__attribute__((warn_unused_result));

/*
 * A phrase with the fields of an event, in one line.  ERR_INPUT where the
 * phrase is not of the grammar above, or the event lacks a field.
 */
int phrase_fill(struct err *e, struct str *out, const char *phrase,
	const struct node *event, const struct phrase_names *names)
	__attribute__((warn_unused_result));

/*
 * The program's own phrases: templates/phrases.toml as it was when it was built
 * (show/own_phrases.c is made from it).  NULL if there is none; filled in: it
 * must be there.
 */
const char *phrase_own(const char *table, const char *key);
const char *phrase_own_filled(struct arena *a, const char *table,
	const char *key, const struct node *fields);

/*
 * How a game ended, as turn.toml has it ("rome narrow victory", "rome wins by
 * resignation"), with the side's title; what begins with no side as it is.
 */
const char *phrase_result(struct arena *a, const char *result,
	const struct phrase_names *names);

/* A value of a file as one sees it; a text with a capital. */
const char *phrase_plain(struct arena *a, const struct node *v);
const char *phrase_capital(struct arena *a, const char *s);

struct own_phrase {
	const char *table, *key, *text;
};
extern const struct own_phrase own_phrases[];	/* ends with table NULL */

/*
 * Add an event's lines to a report, at most 72 columns wide: the phrase with
 * "(roll N.K)", and its modifiers indented under it, each with its rule last.
 * Where there is no phrase
 * (or it does not fit) the event's id and its fields.  `catalogue` may be
 * NULL.
 */
void phrase_event(struct str *out, struct arena *a,
	const struct node *catalogue, const struct node *event,
	const struct phrase_names *names);

/*
 * The same in parts: the phrase alone, in one line and with a capital letter
 * (NULL: it is not told), the indentation that it asks for in *margin; its
 * modifiers as an array of strings (an empty one where it has none).
 */
const char *phrase_line(struct arena *a, const struct node *catalogue,
	const struct node *event, const struct phrase_names *names,
	int *margin);
struct node *phrase_mods(struct arena *a, const struct node *catalogue,
	const struct node *event, const struct phrase_names *names);

/* A sentence with a capital letter, unless an id begins it. */
const char *phrase_sentence(struct arena *a, const char *s);

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
 * Check a catalogue: nothing but the tables above, every phrase of the grammar,
 * every key an event of the system, every event in it.
 */
int phrase_check(struct err *e, struct arena *a, const struct node *catalogue,
	const struct system *s) __attribute__((warn_unused_result));

#endif
