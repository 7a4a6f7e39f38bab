/* strength.c: what an attack is worth: strengths, terrain, odds
 * [7.0, 7.22, 7.4, 10.1, 12.2, 14.0, 15.1, X7.E] */
#include "systems/ancient_battles/ab.h"

#include <limits.h>

/* [12.3] a lone leader retreats before any combat: his hex is not fought for */
static bool
fought_for(const struct ab_data *d, struct ab *s, const struct ab_attack *x,
    int hex)
{
	return ab_combat_unit_at(d, s, ab_other(x->side), hex) != NULL;
}

/* Does this attacker strike across a hexside that halves it? [7.42] */
static const char *
halved_by(const struct ab_data *d, struct ab *s, const struct ab_unit *u,
    const struct ab_attack *x)
{
	for (int i = 0; i < x->ndhex; i++) {
		int dir = hex_dir(&d->map.grid, u->hex, x->dhex[i]);

		if (!fought_for(d, s, x, x->dhex[i]))
			continue;
		if (d->ground[ab_terrain_at(d, x->dhex[i])].combat == AB_AH)
			return "7.41 halved-terrain";
		for (int k = 0; k < AB_TERRAIN_COUNT; k++)
			if (map_side_has(&d->map, u->hex, dir, k) &&
			    d->hexside[k].combat == AB_AH)
				return k == AB_RIDGE ? "7.42 halved-ridge" :
				    "7.42 halved-stream";
	}
	return NULL;
}

/* [14.0, 14.2] */
bool
ab_can_charge(const struct ab_data *d, struct ab *s,
    const struct ab_unit *u, const struct ab_attack *x)
{
	if (!u->ready || d->ground[ab_terrain_at(d, u->hex)].charge !=
	    AB_CHARGE_OK)
		return false;
	for (int i = 0; i < x->ndhex; i++) {
		int dir = hex_dir(&d->map.grid, u->hex, x->dhex[i]);

		if (!fought_for(d, s, x, x->dhex[i]))
			continue;
		if (d->ground[ab_terrain_at(d, x->dhex[i])].charge !=
		    AB_CHARGE_OK)
			return false;
		for (int k = 0; k < AB_TERRAIN_COUNT; k++)
			if (map_side_has(&d->map, u->hex, dir, k) &&
			    d->hexside[k].charge == AB_CHARGE_NO)
				return false;
	}
	return true;
}

void
ab_charge_all(const struct ab_data *d, struct ab *s, struct ab_attack *x)
{
	for (int i = 0; i < x->natt; i++)
		x->charging[i] = ab_can_charge(d, s, &s->unit[x->att[i]], x);
}

/* In half points; leaders are added once a hex, and no charge doubles them
 * [14.1]. */
static int
attack_strength(const struct ab_data *d, struct ab *s,
    const struct ab_attack *x, struct game *say)
{
	int sum = 0;

	for (int i = 0; i < x->natt; i++) {
		const struct ab_unit *u = &s->unit[x->att[i]];
		const char *halved = halved_by(d, s, u, x);
		int n = 2 * u->strength, lead = 0;
		bool first = true;

		if (x->charging[i]) {
			n *= 2;
			if (say != NULL)
				mod(say, "14.0 charge", FACTS(fact_number("n",
				    2), fact_text("unit", u->id)));
		}
		for (int k = 0; k < i; k++)
			if (s->unit[x->att[k]].hex == u->hex)
				first = false;
		if (first)
			lead = ab_leader_strength_at(d, s, u->side, u->hex);
		if (lead > 0 && say != NULL)
			mod(say, "12.2 leader", FACTS(fact_number("n", lead),
			    fact_text("unit", u->id)));
		n += 2 * lead;
		if (halved != NULL) {
			n /= 2;
			if (say != NULL)
				mod(say, halved, FACTS(fact_text("unit",
				    u->id)));
		}
		sum += n;
	}
	return sum;
}

/* Are all attackers farther from the high ground than the defender? */
static bool
all_lower(const struct ab_attack *x, const short *distance, int hex)
{
	for (int i = 0; i < x->nahex; i++)
		if (distance[x->ahex[i]] <= distance[hex])
			return false;
	return true;
}

/* [7.41, 7.43, X7.E] */
static int
defence_multiple(const struct ab_data *d, const struct ab_attack *x, int hex,
    const char **rule)
{
	switch ((enum ab_effect)d->ground[ab_terrain_at(d, hex)].combat) {
	case AB_DD:
		*rule = "7.41 defence-terrain";
		return 2;
	case AB_DT:
		*rule = "7.41 defence-terrain";
		return 3;
	case AB_DD_SLOPE:
		*rule = "7.43 defence-slope";
		return all_lower(x, d->high, hex) ? 2 : 1;
	case AB_DD_HILL:
		*rule = "X7.E defence-hill";
		return all_lower(x, d->peak, hex) ? 2 : 1;
	case AB_NE:
	case AB_AH:
	case AB_EFFECT_COUNT:
		break;
	}
	return 1;
}

static int
own_defence(const struct ab_unit *u, struct game *say)
{
	if (!u->disrupted)
		return u->strength;
	if (say != NULL)
		mod(say, "10.1 disruption", FACTS(fact_text("unit", u->id)));
	return u->strength / 2;
}

/* [7.22] nothing is lent where nobody stands to be fought */
static int
defence_strength(const struct ab_data *d, struct ab *s,
    const struct ab_attack *x, struct game *say)
{
	bool fought = false;
	int sum = 0;

	for (int h = 0; h < x->ndhex; h++) {
		const char *rule = "";
		int n = 0, times, lead;

		if (!fought_for(d, s, x, x->dhex[h]))
			continue;
		fought = true;
		for (int i = 0; i < x->ndef; i++)
			if (s->unit[x->def[i]].hex == x->dhex[h])
				n += own_defence(&s->unit[x->def[i]], say);
		lead = ab_leader_strength_at(d, s, ab_other(x->side), x->dhex[h]);
		if (lead > 0 && say != NULL)
			mod(say, "12.2 leader", FACTS(fact_number("n", lead),
			    fact_hex("hex", x->dhex[h])));
		times = defence_multiple(d, x, x->dhex[h], &rule);
		if (times > 1 && say != NULL)
			mod(say, rule, FACTS(fact_number("n", times),
			    fact_hex("hex", x->dhex[h])));
		sum += 2 * (n + lead) * times;
	}
	for (int i = 0; fought && i < x->nlent; i++) {
		const struct ab_unit *u = &s->unit[x->lent[i]];
		int n = own_defence(u, say);

		if (say != NULL)
			mod(say, "7.22 lends", FACTS(fact_number("n", n),
			    fact_text("unit", u->id)));
		sum += 2 * n;
	}
	return sum;
}

/* [7.0] the best column that the odds reach; -1 below the chart [7.52] */
static int
column_of(const struct ab_data *d, int strength, int defence)
{
	for (int i = d->columns - 1; i >= 0; i--)
		if ((long)d->column[i].a * defence <=
		    (long)d->column[i].b * strength)
			return i;
	return -1;
}

void
ab_weigh(const struct ab_data *d, struct ab *s, struct ab_attack *x,
    struct game *say)
{
	x->strength = attack_strength(d, s, x, say);
	x->defence = defence_strength(d, s, x, say);
	x->column = column_of(d, x->strength, x->defence);
}

int
ab_odds_hundredths(const struct ab_attack *x)
{
	return x->defence > 0 ? (int)(100L * x->strength / x->defence) :
	    9999;
}
