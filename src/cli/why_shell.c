/* why_shell.c: one roll again, with git, sha256sum and openssl */
#include "cli/why.h"

#include "base/str.h"

#include <stdlib.h>
#include <string.h>

/* In single quotes, whatever it is. */
static void
quote(struct str *out, const char *s)
{
	str_addc(out, '\'');
	for (; *s != '\0'; s++) {
		if (*s == '\'')
			str_add(out, "'\\''");
		else
			str_addc(out, *s);
	}
	str_addc(out, '\'');
}

/* Where the repository is, unless that cannot be shown on a terminal. */
static void
add_cd(struct why *w, struct str *out)
{
	char *full = realpath(w->dir, NULL);
	const char *dir = full != NULL ? full : w->dir;

	if (strcmp(str_shown(w->c->a, dir, strlen(dir)), dir) == 0) {
		str_add(out, "cd ");
		quote(out, dir);
		str_addc(out, '\n');
	} else {
		str_add(out, "# first: cd into the game's directory\n");
	}
	free(full);
}

static void
add_transcript(struct why *w, struct str *out)
{
	str_add(out, "# what the players sent, under the turn that they "
	    "answered\n"
	    "transcript=$({\n"
	    "  echo \"turn $(show \"$before\" turn.toml | sha)\"\n");
	for (int i = 0; i < w->nsenders; i++)
		str_addf(out, "  echo \"%s $(show \"$after\" orders/%s.toml "
		    "| sha)\"\n", w->sender[i], w->sender[i]);
	str_add(out, "} | sha)\n");
}

void
why_shell(struct why *w, struct str *out)
{
	const char *game = w->before->charter.game;

	add_cd(w, out);
	str_addf(out, "before=%s\nafter=%s\n",
	    w->past.commit[w->n].id, w->made->id);
	str_add(out, "show() { git cat-file blob \"$1:$2\"; }\n"
	    "sha() { sha256sum | cut -c1-64; }\n"
	    "hmac() { printf %s \"$2\" | openssl dgst -sha256 -mac HMAC "
	    "-macopt \"hexkey:$1\" | sed 's/.*= *//'; }\n"
	    "value() { sed -n \"s/^$1 = \\\"\\(.*\\)\\\"\\$/\\1/p\" "
	    "| head -n 1; }\n");
	str_addf(out, "# the seed, and what was published of it before: these "
	    "two are equal\n"
	    "seed=$(show \"$after\" dice.toml | value seed)\n"
	    "printf %%s \"iacta-commit:%s:%ld:$seed\" | sha\n"
	    "show \"$before\" turn.toml | value commitment\n", game, w->n);
	add_transcript(w, out);
	str_addf(out, "# the key, and the roll: a number that would favour "
	    "some faces is passed over\n"
	    "key=$(hmac \"$seed\" \"iacta-key:%s:%ld:$transcript\")\n"
	    "label=", game, w->n);
	quote(out, w->label);
	str_addf(out, "\nt=0\n"
	    "while v=$((0x$(hmac \"$key\" \"roll:%ld:$t:$label\" "
	    "| cut -c1-8)))\n"
	    "  [ \"$v\" -ge $((%d * (4294967296 / %d))) ]\n"
	    "do t=$((t + 1)); done\n"
	    "echo \"face $((v %% %d))\"\n", w->nth, w->sides, w->sides,
	    w->sides);
}
