/* cmd_turn.c: iacta turn: a whole turn in one go */
#include "cli/commands.h"

#include "base/file.h"
#include "base/node.h"
#include "base/str.h"
#include "cli/choose.h"
#include "cli/faults.h"
#include "cli/game.h"
#include "cli/run.h"
#include "desk/home.h"
#include "desk/sheet.h"
#include "desk/tell.h"
#include "show/phrase.h"
#include "show/report.h"
#include "show/wrap.h"
#include "trust/retell.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct cli_option options[] = {
	{ "side", 's', "S", "the side that you play", false },
	{ "key", 'k', "KEY", "your secret key", false },
	{ "draft", 'd', "FILE", "the draft (default: GAME-SIDE-N.toml, here)",
	    false },
	{ "send", 0, "ADDRESS", "hand it to sendmail, to this address",
	    false },
	{ "mailto", 0, "ADDRESS", "open the mail program with it", false },
	{ "all", 'a', NULL, "a sheet with every hex", false },
	{ "offline", 0, NULL, "fetch nothing", false },
	{ "yes", 'y', NULL, "ask nothing: send what has no faults", false },
	{ .name = NULL },
};

#define REHEARSALS 200		/* for the odds */

/* A turn on its way. */
struct turn {
	struct cli *c;
	const char *dir, *file, *side_name;
	struct history *h;
	struct position *p;
	struct home home;
	struct secret_key key;
	int side;
	char *text;
	size_t len;
	struct checked found;
};

/* ------------------------------------------------------------------- fetch */

/* A clone goes on from what the referee has published since. */
static void
fetch(struct turn *t)
{
	static const char has[] = "git -C \"$1\" config --get-regexp "
	    "'^remote\\..*\\.url$' >/dev/null 2>&1";
	const char *const pull[] = { "git", "-C", t->dir, "pull", "--quiet",
	    "--ff-only", NULL };

	if (cli_given(t->c, "offline") || run_wait((const char *const[]){
	    "sh", "-c", has, "sh", t->dir, NULL }) != 0)
		return;
	if (run_wait(pull) != 0)
		cli_note("nothing could be fetched: this is the turn as this "
		    "clone knows it");
}

/* ------------------------------------------------------------ what is new */

/* The last exchange before this one to which this clone sent something. */
static long
last_sent(struct turn *t)
{
	struct err none;
	long r;

	for (long n = t->p->n - 1; n > 0; n--)
		if (sent_revision(&none, t->c->a, t->h, t->side_name, n, &r)
		    == ERR_OK && r > 0)
			return n;
	return t->p->n > 0 ? t->p->n - 1 : 0;
}

/* Why his own orders were refused a player may read. */
static void
open_refusals(struct turn *t, struct report_context *x)
{
	struct report_exchange *told = arena_new(t->c->a,
	    struct report_exchange, (size_t)x->ntold);

	for (int i = 0; i < x->ntold; i++) {
		told[i] = x->told[i];
		told[i].events = home_opened_events(t->c->a, told[i].events,
		    t->side_name, &t->key);
	}
	x->told = told;
}

static void
show_news(struct turn *t, const char *id)
{
	struct report_context x;
	struct str s = str_new(t->c->a), out = str_new(t->c->a);
	struct err e;

	if (t->p->n < 1 || retell(&e, t->c->a, t->h, id, t->p, last_sent(t),
	    &x) != ERR_OK)
		return;
	open_refusals(t, &x);
	report_news(&s, &t->p->game, &x);
	for (const char *p = s.s; *p != '\0'; ) {
		size_t n = strcspn(p, "\n");

		str_addf(&out, "%s\n", str_shown(t->c->a, arena_strndup(
		    t->c->a, p, n), n + 1));
		p += n + (p[n] == '\n');
	}
	run_pager(out.s);
}

/* ------------------------------------------------------------------- draft */

/* A draft that was begun is gone on with; if it was sent, as the next
 * revision with a nonce of its own. */
static int
renew(struct err *e, struct turn *t)
{
	struct str s = str_new(t->c->a);
	long revision;
	int rc = home_revision(e, &t->home, &revision);

	for (const char *p = t->text; rc == ERR_OK && *p != '\0'; ) {
		size_t n = strcspn(p, "\n");

		if (strncmp(p, "revision = ", 11) == 0)
			str_addf(&s, "revision = %ld\n", revision);
		else if (strncmp(p, "nonce = ", 8) == 0)
			str_addf(&s, "nonce = \"%s\"\n",
			    submission_nonce(t->c->a));
		else
			str_addf(&s, "%.*s\n", (int)n, p);
		p += n + (p[n] == '\n');
	}
	t->text = s.s;
	t->len = s.len;
	return rc;
}

/* Take the faults of the last time out. */
static void
strip_faults(struct turn *t)
{
	t->text = faults_strip(t->c->a, t->text);
	t->len = strlen(t->text);
}

static int
open_draft(struct err *e, struct turn *t)
{
	struct sheet_head head = { t->p->charter.game, t->p->turn_sha,
	    submission_nonce(t->c->a), 1, true };
	struct str s = str_new(t->c->a);
	int rc;

	if (file_exists(t->file)) {
		rc = file_read(e, t->c->a, t->file, SUBMISSION_MAX, &t->text,
		    &t->len);
		if (rc == ERR_OK) {
			strip_faults(t);
			rc = renew(e, t);
		}
	} else {
		rc = home_revision(e, &t->home, &head.revision);
		sheet_write(&t->home.desk, &head, false, cli_given(t->c,
		    "all"), &s);
		t->text = s.s;
		t->len = s.len;
	}
	if (rc == ERR_OK)
		rc = file_write(e, t->file, t->text, t->len, 0600);
	return rc;
}

static int
put_faults(struct err *e, struct turn *t, const struct node *faults)
{
	const char *s = faults_put(t->c->a, t->text, faults);

	return file_write(e, t->file, s, strlen(s), 0600);
}

/* ------------------------------------------------------------------- check */

static void
add_fault(struct turn *t, struct node *list, int64_t line, const char *words)
{
	struct node *x = node_table(t->c->a);

	if (line > 0)
		node_add_int(t->c->a, x, "line", line);
	node_add_string(t->c->a, x, "words", words);
	node_add(t->c->a, list, NULL, x);
}

/* "FILE: line 12: what is wrong", of a text that cannot be read */
static void
add_unread(struct turn *t, struct node *list, const char *msg)
{
	const char *at = strstr(msg, ": line ");
	char *words = NULL;
	long line = at ? strtol(at + strlen(": line "), &words, 10) : 0;

	add_fault(t, list, line, arena_strdup(t->c->a, line > 0 &&
	    strncmp(words, ": ", 2) == 0 ? words + 2 : msg));
}

/* All that is wrong: an array of { line, words }. */
static int
faults_of(struct err *e, struct turn *t, struct node *list)
{
	struct submission sub;
	struct err why;
	int rc;

	if (submission_draft(&why, t->c->a, t->file, &t->p->charter, t->text,
	    t->len, &sub) != ERR_OK) {
		add_unread(t, list, why.msg);
		return ERR_OK;
	}
	if (sub.side != t->side) {
		add_fault(t, list, 0, "side: the draft is another side's");
		return ERR_OK;
	}
	rc = home_check(e, &t->home, t->file, &sub, false, NULL, &t->found);
	if (rc != ERR_OK)
		return rc;
	checked_refusals(&t->home, &t->found);
	for (const struct node *x = t->found.problems->child; x; x = x->next)
		add_fault(t, list, node_integer(x, "line", 0),
		    tell_problem_at(t->c->a, x, false));
	return ERR_OK;
}

static void
print_faults(struct turn *t, const struct node *faults)
{
	struct str s = str_new(t->c->a);

	for (const struct node *x = faults->child; x != NULL; x = x->next)
		wrap_text(&s, node_str(x, "words"), 0, 4);
	fputs(s.s, stdout);
}

/* What would come of it goes through the pager; what is to be thought of
 * before it is signed stays on the screen. */
static void
show_check(struct turn *t)
{
	struct str s = str_new(t->c->a), after = str_new(t->c->a);

	tell_try(&t->home.desk, &t->found.t, t->found.problems, &s);
	run_pager(s.s);
	tell_warnings(&t->home.desk, t->found.warnings, &after);
	if (t->found.leaves != NULL)
		wrap_text(&after, arena_printf(t->c->a, "You are asked for %s, "
		    "and it does not answer that.", t->found.leaves), 0, 4);
	fputs(after.s, stdout);
}

static void
show_map(struct turn *t)
{
	struct str s = str_new(t->c->a);

	tell_map(&t->home.desk, &t->found.t, &s);
	run_pager(s.s);
}

static void
show_odds(struct turn *t)
{
	struct str s = str_new(t->c->a);
	struct desk_rehearsal r;
	struct err e;

	if (desk_rehearse(&e, &t->home.desk, t->found.paper, NULL, REHEARSALS,
	    1, &r) != ERR_OK) {
		cli_note("%s", e.msg);
		return;
	}
	tell_rehearsal(&t->home.desk, node_array_of(t->found.paper, "order"),
	    &r, &s);
	run_pager(s.s);
}

/* Is anybody there to be asked? */
static bool
is_attended(const struct turn *t)
{
	return !cli_given(t->c, "yes") && isatty(STDIN_FILENO);
}

/* 'y', 'e' (edit again) or 'n'; without a terminal yes.  Where there are
 * warnings an empty line signs nothing. */
static int
ask_user(struct turn *t)
{
	int answer;

	if (!is_attended(t))
		return 'y';
	for (;;) {
		answer = choose("Sign it? [y]es, [e]dit again, [n]o; or see "
		    "its [o]dds, the [m]ap then: ", "yes edit no odds map "
		    "quit");
		if (answer == 'o')
			show_odds(t);
		else if (answer == 'm')
			show_map(t);
		else if (answer == '\n' && t->found.warnings->n == 0)
			return 'y';
		else if (answer == 0 || answer == 'q')
			return 'n';
		else if (answer != '\n')
			return answer;
	}
}

static int
gave_up(struct err *e, struct turn *t, const char *why)
{
	return err_set(e, ERR_NOTHING, "%s; the draft is kept in %s: `iacta "
	    "turn` goes on with it", why, t->file);
}

/* ---------------------------------------------------------------- not asked */

/* "purple (orders)" */
static const char *
awaited(struct turn *t)
{
	struct str s = str_new(t->c->a);
	const struct node *x = t->home.desk.asks->child;

	for (; x != NULL; x = x->next)
		str_addf(&s, "%s%s (%s)", s.len ? ", " : "", str_shown(t->c->a,
		    node_str(x, "side"), 60), str_shown(t->c->a, node_str(x,
		    "kind"), 60));
	return s.s;
}

/* Whoever is not asked may send doctrine, talk or an act, but need not. */
static int
may_begin(struct err *e, struct turn *t)
{
	int answer;

	if (position_asked(t->p, t->side) || !is_attended(t))
		return ERR_OK;
	printf("%s is not asked now: the game waits for %s.\nDoctrine, table "
	    "talk and acts can be sent all the same.\n", t->side_name,
	    awaited(t));
	answer = choose("Open the sheet for that? [y]es, [n]o: ",
	    "yes no quit");
	return answer == 'y' ? ERR_OK : err_set(e, ERR_NOTHING, "nothing was "
	    "signed: %s is not asked now", t->side_name);
}

/* An empty submission of a side that is not asked would only be a riddle to
 * the referee; one that withdraws what was sent before is not. */
static bool
is_nothing(const struct turn *t)
{
	const struct submission *s = &t->found.s;
	bool any = s->acts != NULL || s->say != NULL || s->revision > 1;

	for (int i = 0; i < PART_COUNT; i++)
		any = any || s->part[i] != NULL;
	return !any && !position_asked(t->p, t->side);
}

/* Once through the editor: 'y' when it is right and wanted. */
static int
edit_once(struct err *e, struct turn *t, int *answer)
{
	const char *before = arena_strdup(t->c->a, t->text);
	struct node *faults = node_array(t->c->a);
	int rc;

	*answer = 'e';
	if (run_editor(t->file) != 0)
		return gave_up(e, t, "the editor failed");
	rc = file_read(e, t->c->a, t->file, SUBMISSION_MAX, &t->text,
	    &t->len);
	if (rc != ERR_OK)
		return rc;
	strip_faults(t);
	rc = faults_of(e, t, faults);
	if (rc != ERR_OK)
		return rc;
	if (faults->n > 0) {
		if (strcmp(before, t->text) == 0) {
			print_faults(t, faults);
			return gave_up(e, t, "it is still wrong, and nothing "
			    "was changed");
		}
		return put_faults(e, t, faults);
	}
	if (is_nothing(t))
		return err_set(e, ERR_NOTHING, "nothing was signed: %s is not "
		    "asked now (the game waits for %s), and the sheet holds "
		    "nothing to send", t->side_name, awaited(t));
	rc = file_write(e, t->file, t->text, t->len, 0600);
	show_check(t);
	*answer = ask_user(t);
	return rc;
}

/* -------------------------------------------------------------------- send */

static const char *
subject(struct turn *t)
{
	struct arena *a = t->c->a;
	struct node *f = node_table(a);

	node_add_string(a, f, "game", t->p->charter.game);
	node_add_string(a, f, "side", t->side_name);
	node_add_int(a, f, "exchange", t->p->n);
	node_add_int(a, f, "revision", t->found.s.revision);
	return phrase_own_filled(a, "subject", "orders", f);
}

/* An address is one word without anything that a header would act on. */
static int
check_address(struct err *e, const char *option, const char *to)
{
	if (to != NULL && (strchr(to, '@') == NULL || to[0] == '-' ||
	    strpbrk(to, " \t\r\n,;<>\"") != NULL))
		return err_set(e, ERR_USAGE, "turn: --%s takes one address, "
		    "such as referee@example.org", option);
	return ERR_OK;
}

static const char *
percent(struct arena *a, const char *s)
{
	struct str out = str_new(a);

	for (; *s != '\0'; s++)
		if (isalnum((unsigned char)*s) || strchr("-_.~@", *s))
			str_addc(&out, *s);
		else
			str_addf(&out, "%%%02X", (unsigned char)*s);
	return out.s;
}

static int
send_mail(struct err *e, struct turn *t, const char *block)
{
	const char *to = cli_value(t->c, "send");
	const char *text = arena_printf(t->c->a, "To: %s\nSubject: %s\n"
	    "Content-Type: text/plain; charset=UTF-8\n\n%s", to, subject(t),
	    block);

	if (run_feed((const char *const[]){ "sendmail", "-i", "--", to,
	    NULL }, text, strlen(text)) != 0)
		return err_set(e, ERR_SYSTEM, "sendmail did not take the "
		    "message; %s holds what is to be sent",
		    sign_beside(t->c->a, t->file, "signed"));
	cli_note("sent to %s", str_shown(t->c->a, to, 100));
	return ERR_OK;
}

static int
open_mailer(struct err *e, struct turn *t, const char *block)
{
	const char *to = cli_value(t->c, "mailto");
	const char *url = arena_printf(t->c->a, "mailto:%s?subject=%s&body=%s",
	    percent(t->c->a, to), percent(t->c->a, subject(t)),
	    percent(t->c->a, block));

	if (run_wait((const char *const[]){ "xdg-open", url, NULL }) != 0)
		return err_set(e, ERR_SYSTEM, "xdg-open did not open a mail "
		    "program; paste the block above into a mail");
	return ERR_OK;
}

static int
sign_and_send(struct err *e, struct turn *t)
{
	struct signed_paper *s = arena_new(t->c->a, struct signed_paper, 1);
	int rc = sign_draft(e, t->c->a, t->h, t->p, &t->key, t->file, t->text,
	    t->len, s);

	if (rc == ERR_OK)
		rc = sign_write(e, t->c->a, s, sign_beside(t->c->a, t->file,
		    "signed"));
	if (rc != ERR_OK)
		return rc;
	if (cli_given(t->c, "send"))
		return send_mail(e, t, s->block);
	printf("%s", s->block);
	if (s->s.revision > 1)
		cli_note("this is revision %ld, which replaces what you sent "
		    "before", s->s.revision);
	cli_note("send the referee the block above, or %s with its .minisig; "
	    "`iacta turn` again mends it", sign_beside(t->c->a, t->file,
	    "signed"));
	return cli_given(t->c, "mailto") ? open_mailer(e, t, s->block) :
	    ERR_OK;
}

/* --------------------------------------------------------------------- run */

static int
take_turn(struct err *e, struct turn *t, const char *id)
{
	int answer = 'e', rc;

	show_news(t, id);
	rc = cli_goes_on(e, t->c, t->p);
	if (rc == ERR_OK)
		rc = may_begin(e, t);
	if (rc != ERR_OK)
		return rc;
	t->file = cli_value(t->c, "draft");
	if (t->file == NULL)
		t->file = arena_printf(t->c->a, "%s-%s-%ld.toml",
		    t->p->charter.game, t->side_name, t->p->n);
	rc = open_draft(e, t);
	while (rc == ERR_OK && answer == 'e')
		rc = edit_once(e, t, &answer);
	if (rc != ERR_OK)
		return rc;
	if (answer == 'n')
		return gave_up(e, t, "nothing was signed");
	return sign_and_send(e, t);
}

static int
open_turn(struct err *e, struct turn *t, char id[41])
{
	const char *path;
	int rc = cli_need(e, t->c, "key", &path);

	if (rc == ERR_OK)
		rc = check_address(e, "send", cli_value(t->c, "send"));
	if (rc == ERR_OK)
		rc = check_address(e, "mailto", cli_value(t->c, "mailto"));
	if (rc != ERR_OK)
		return rc;
	fetch(t);
	rc = cli_open_at(e, t->c, t->dir, -1, &t->h, id, t->p);
	if (rc == ERR_OK)
		rc = cli_side(e, t->c, t->p, &t->side);
	if (rc == ERR_OK && t->p->n == 0)
		rc = err_set(e, ERR_INPUT, "%s: the game has not begun: first "
		    "`iacta accept %s --side %s -k %s`", t->p->charter.game,
		    str_shown(t->c->a, t->dir, 200), cli_value(t->c, "side"),
		    str_shown(t->c->a, path, 200));
	if (rc == ERR_OK)
		rc = cli_key(e, t->c, t->p, t->side, path, &t->key);
	if (rc != ERR_OK)
		return rc;
	t->side_name = t->p->charter.side[t->side].name;
	return home_open(e, t->c->a, t->h, t->p, t->side, &t->key, &t->home);
}

static int
run(struct err *e, struct cli *c)
{
	struct turn *t = arena_new(c->a, struct turn, 1);
	char id[41];
	int rc;

	*t = (struct turn){ .c = c, .dir = cli_dir(c) };
	t->p = arena_new(c->a, struct position, 1);
	rc = open_turn(e, t, id);
	if (rc == ERR_OK)
		rc = take_turn(e, t, id);
	keys_wipe(&t->key);
	history_close(t->h);
	return rc;
}

const struct command cmd_turn = {
	.name = "turn", .operands = "[DIR]",
	.help = "a whole turn in one go: news, sheet, check, sign, send",
	.max = 1, .options = options, .run = run,
};
