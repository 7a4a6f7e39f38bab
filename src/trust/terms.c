/* terms.c: what signed acts have changed since the founding */
#include "trust/terms.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"

#include <limits.h>
#include <string.h>

const char *const terms_lists[TERMS_LISTS] = { "absence", "rewound",
	"extension", "pause" };

static int
bad(struct err *e, struct arena *a, const char *key)
{
	return err_set(e, ERR_VERIFY, "turn.toml: terms.%s is not what it "
	    "must be", str_shown(a, key, 60));
}

/* key.SIDE or mail.SIDE, of a side that a person plays. */
static struct charter_side *
side_of(struct charter *c, const struct node *x)
{
	int side = charter_side(c, x->key);

	return x->type != NODE_STRING || side < 0 || c->side[side].bot ? NULL :
	    &c->side[side];
}

static int
apply_sides(struct err *e, struct arena *a, const struct node *t,
    const char *what, struct charter *c)
{
	const struct node *x = node_get(t, what);

	if (x == NULL)
		return ERR_OK;
	if (x->type != NODE_TABLE)
		return bad(e, a, what);
	for (x = x->child; x != NULL; x = x->next) {
		struct charter_side *s = side_of(c, x);

		if (s == NULL)
			return bad(e, a, what);
		if (strcmp(what, "mail") == 0) {
			if (!charter_is_mail(x->s))
				return bad(e, a, what);
			s->mail = x->s;
			continue;
		}
		if (keys_public_parse(e, "turn.toml: terms.key", x->s,
		    &s->public) != ERR_OK)
			return err_unverified(e);
		s->key = x->s;
	}
	return ERR_OK;
}

static bool
is_known(const struct node *x)
{
	for (int i = 0; i < TERMS_LISTS; i++)
		if (strcmp(terms_lists[i], x->key) == 0)
			return x->type == NODE_ARRAY;
	return strcmp(x->key, "rules_revision") == 0 ||
	    strcmp(x->key, "key") == 0 || strcmp(x->key, "mail") == 0;
}

int
terms_apply(struct err *e, struct arena *a, const struct node *t,
    struct charter *c)
{
	int64_t revision = node_integer(t, "rules_revision",
	    c->rules_revision);
	int rc;

	for (const struct node *x = t ? t->child : NULL; x; x = x->next) {
		if (!is_known(x))
			return bad(e, a, x->key);
	}
	if (revision < 1 || revision > INT_MAX)
		return bad(e, a, "rules_revision");
	c->rules_revision = (long)revision;
	rc = apply_sides(e, a, t, "key", c);
	return rc == ERR_OK ? apply_sides(e, a, t, "mail", c) : rc;
}
