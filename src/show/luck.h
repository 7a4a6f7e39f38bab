/* luck.h: dice expected and rolled, for each side and kind of roll */
#ifndef IACTA_SHOW_LUCK_H
#define IACTA_SHOW_LUCK_H

struct arena;
struct node;
struct report_context;

/*
 * From the exchanges that `c` tells, a tree for a layout (templates/luck.txt):
 *
 *	game, since, exchange, rolls (how many in all)
 *	kind     [{ side, title, kind, n, sides, average, expected, error,
 *	         sigma, high, unusual, one_in }]     of dice with numbers
 *	symbol   [{ side, title, kind, n, shows, count, expected, error, sigma,
 *	         high, unusual, one_in }]            of dice with symbols
 *	tests    how many lines these are; odd, how many are at least as unusual
 *	         as one in twenty; odd_expected, how many would be by chance
 *
 * A kind is the label without whom it is rolled for; the side is that of the
 * first unit or leader in the label, or in the event that the roll decided.
 * `average`, `expected` and `error` (the standard error of the average) are
 * texts with two decimals, `sigma` with one: the distance from what is
 * expected in standard errors.  `unusual` is a word, common, little, unusual,
 * rare or extreme; `one_in` says how many such series see a distance like it
 * once.  Whole numbers all the way: the same on every machine.
 */
struct node *luck_facts(struct arena *a, const struct report_context *c);

#endif
