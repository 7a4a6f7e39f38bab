/* titles.c: where the titles of the series have the same rule under another
 * number, and what differs between them */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/str.h"

#include <ctype.h>
#include <string.h>

/*
 * The code names a rule that both titles have by Cataphract's number; SPQR's
 * stands beside it here.  Rules that are not listed have the same number in
 * both.  A rule of SPQR alone is written with = before its number.
 */
static const struct { const char *cat, *spqr; } numbers[] = {
	{ "4.62", "4.72" }, { "4.63", "4.74" },
	{ "6.28", "6.27" }, { "6.27", "6.24" },
	{ "6.41", "6.71" }, { "6.42", "6.72" }, { "6.43", "6.73" },
	{ "6.44", "6.74" }, { "6.45", "6.75" }, { "6.46", "6.76" },
	{ "6.47", "6.77" }, { "6.56", "6.55" }, { "6.57", "6.56" },
	{ "6.58", "6.57" }, { "6.64", "6.65" }, { "6.65", "6.69" },
	{ "7.13", "7.14" }, { "7.14", "7.15" }, { "7.25", "7.24" },
	{ "7.34", "7.33" },
	{ "9.11", "8.41" }, { "9.12", "8.42" }, { "9.13", "8.43" },
	{ "9.14", "4.73" }, { "9.15", "8.45" }, { "9.16", "8.46" },
	{ "9.17", "8.47" }, { "9.21", "8.51" }, { "9.22", "8.52" },
	{ "9.23", "8.54" }, { "9.24", "8.55" }, { "9.31", "8.71" },
	{ "9.32", "8.72" }, { "9.33", "8.73" }, { "9.34", "8.74" },
	{ "10.21", "10.22" }, { "10.22", "10.23" }, { "10.23", "10.24" },
	{ "10.24", "10.25" }, { "10.25", "10.26" }, { "10.26", "10.27" },
	{ "10.27", "10.28" }, { "10.31", "10.41" }, { "10.32", "10.42" },
	{ "10.33", "10.43" },
	{ "11.61", "9.81" }, { "11.62", "9.82" }, { "11.63", "9.83" },
	{ "11.64", "9.84" }, { "11.65", "9.85" }, { "11.66", "9.86" },
	{ "11.67", "9.87" }, { "12.11", "11.1" }, { "12.12", "11.2" },
};

static const char *
number_of(const char *s, size_t n)
{
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (strlen(numbers[i].cat) == n &&
		    strncmp(numbers[i].cat, s, n) == 0)
			return numbers[i].spqr;
	return NULL;
}

/* A number like 9.13 where a word begins: how long it is; 0. */
static size_t
number_at(const char *start, const char *s)
{
	size_t n = strspn(s, "0123456789"), m;

	if (n == 0 || n > 2 || s[n] != '.' || (s > start &&
	    (isalnum((unsigned char)s[-1]) || s[-1] == '-' || s[-1] == '.')))
		return 0;
	m = strspn(s + n + 1, "0123456789");
	if (m == 0 || m > 2 || isalnum((unsigned char)s[n + 1 + m]) ||
	    s[n + 1 + m] == '-')
		return 0;
	return n + 1 + m;
}

const char *
gboh_cite(struct game *g, const char *text)
{
	struct str out = str_new(game_arena(g));

	for (const char *s = text; *s != '\0'; ) {
		bool own = *s == '=' && number_at(text, s + 1) > 0;
		size_t n = number_at(text, s + own);
		const char *to = n > 0 && !own ? number_of(s, n) : NULL;

		s += own;
		if (n == 0) {
			str_addc(&out, *s++);
			continue;
		}
		if (to != NULL)
			str_add(&out, to);
		else
			str_addn(&out, s, n);
		s += n;
	}
	return out.s != NULL ? out.s : text;
}

/* What SPQR has otherwise than Cataphract, for people. */
const struct difference gboh_spqr_differences[] = {
	{ "4.33", "4.33", "the leader starts within two hexes and in sight of "
	    "the line; an Overall Commander's Range makes the roll "
	    "unnecessary, in the first turn nobody rolls, and a failed roll "
	    "leaves individual orders" },
	{ "4.5", "4.5", "tribunes and praefects instead of contingents: one "
	    "class of one legion or ala for individual orders" },
	{ "4.6", NULL, "Carthaginian subordinates issue lines without a roll" },
	{ "4.73", "9.14", "a casualty is looked up on a table; wounds lower "
	    "ratings and add up" },
	{ "4.8", NULL, "Leader Elephants" },
	{ "4.9", NULL, "Elephant Leaders (optional)" },
	{ "5.33", "5.33", "the Die Roll of Doom lets the other side activate "
	    "any leader" },
	{ "5.53", NULL, "two Elite Overall Commanders roll for the phase" },
	{ "6.13", "6.13", "the hit for moving again comes after the move, and "
	    "not to Skirmishers" },
	{ "6.4", NULL, "phalanxes stand in two hexes, pivot, wheel, turn "
	    "about, and have two movement allowances" },
	{ "6.52", "6.52", "Legion infantry checks, light troops go free" },
	{ "6.65", "6.64", "leaders enter a unit's hex for nothing" },
	{ "6.69", "6.65", "stacking by colour and class; two in a hex" },
	{ "6.71", "6.41", "all infantry but Skirmishers and barbarians forms "
	    "column" },
	{ "6.8", NULL, "Pre-arranged Withdrawal" },
	{ "7.12", "7.12", "turning: Romans pay one point in all, elephants two "
	    "for a vertex, Skirmishers nothing" },
	{ "7.15", "7.14", "everybody rolls, with the difference of the "
	    "movement allowances; cavalry before infantry does not" },
	{ "7.21", "7.21", "Skirmishers and Velites with missiles control their "
	    "flanks" },
	{ "7.23", "7.23", "the ZOC of units that cannot shock holds nobody" },
	{ "7.31", "7.31", "only who comes from a hex that is not adjacent has "
	    "moved adjacent" },
	{ "8.15", "8.15", "elephants take two hits, Skirmishers are harder to "
	    "hit; no second hit, no second fire" },
	{ "8.17", "8.17", "Legion infantry throws once; javelins run low at 7; "
	    "shock uses them up" },
	{ "8.31", "8.31", "infantry harasses too, by movement allowance; no "
	    "impetuosity" },
	{ "8.43", "9.13", "who need not check; the phalanx's saving throw" },
	{ "8.46", "9.16", "a leader killed counts two more; Skirmishers and "
	    "light cavalry halve hits" },
	{ "8.53", NULL, "how phalanxes advance" },
	{ "8.6", NULL, "cavalry pursuit" },
	{ "9.1", NULL, "elephants, their screens, pass-thru, rampage" },
	{ "9.4", NULL, "phalanx defence" },
	{ "9.5", NULL, "Double Depth" },
	{ "9.6", NULL, "the manipular legion: line extension" },
	{ "9.7", NULL, "the doctrine of the Triarii" },
	{ "10.13", "10.13", "an attacking phalanx's owner deals out the hits" },
	{ "10.28", "10.27", "rally by Initiative, hits by a table" },
	{ "10.3", NULL, "depletion" },
	{ "11.1", "12.11", "Rout Points of Skirmishers, elephants, phalanxes, "
	    "tribunes and praefects" },
	{ NULL, "6.7", "Feigned Retreat" },
	{ NULL, "11.1", "dismounting" },
	{ NULL, "11.2", "discipline and ferocity" },
	{ NULL, "11.3", "uncontrolled advances" },
	{ NULL, "11.4", "two volleys of composite bows" },
	{ NULL, "11.5", "swords against open flanks" },
	{ NULL, "11.7", "the Shield Wall" },
	{ NULL, "11.8", "champions" },
	{ NULL, NULL, NULL },
};
