/* layout.h: a report or a mail from a tree of facts and a layout */
#ifndef IACTA_SHOW_LAYOUT_H
#define IACTA_SHOW_LAYOUT_H

#include "show/escape.h"

struct arena;
struct err;
struct node;
struct str;

/*
 * A layout is the text of a report in one format, with places for what the
 * report is about.  Braces hold the language of phrases (show/phrase.h);
 * outside of them only { and \ mean something, so that square brackets are
 * what they are in the format.  Besides inserting a field a layout has blocks:
 *
 *	{each list}…{end}       once for each of a list: the fields of a table,
 *	                        or {it} where it is no table; those around it
 *	                        can be used too.  {first?yes=…|…}, {last}, {nth}
 *	{if field}…{else}…{end} where the field is there (a list: not empty; a
 *	                        truth: true), or one of several; and where
 *	                        none is {unless field}…{end}
 *	{under =}…{end}         with a rule of that character below it
 *	{wrap N}…{end}          in lines of at most 72 columns; those after the
 *	                        first are indented N columns more than it
 *	{use name}              the layout NAME of the same set, here
 *	{# …}                   a remark
 *
 * A line that has nothing but tags of blocks on it is not written.  What a
 * field says is escaped for the format; what the layout says is not.
 */
int layout_fill(struct err *e, struct str *out, const char *name,
	const char *text, const struct node *facts, enum escape_format f)
	__attribute__((warn_unused_result));

/*
 * The program's own layouts: templates/NAME, as they were when it was built
 * (show/layouts.c is made from them), so that a report needs no file and is
 * the same everywhere.  NULL if there is none of that name.
 */
const char *layout_own(const char *name);

struct layout_text {
	const char *name, *text;
};
extern const struct layout_text layout_texts[];	/* ends with name NULL */

#endif
