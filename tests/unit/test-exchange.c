/* test-exchange.c: from one commit to the next, with the secret and without */
#include "pipeline.h"

static struct pipeline p;

static int
setup(void **state)
{
	(void)state;
	pipeline_start(&p);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	arena_free(&p.a);
	return 0;
}

/* ------------------------------------------------------------- comparing */

/* Exchange n again, from the orders that commit n+1 holds. */
static int
again(int n, bool with_secret, struct exchange_output *out)
{
	static const char *const sides[] = { "red", "blue" };
	const struct node *late = node_array_of(pipeline_tree(&p, n + 1,
	    "turn.toml"), "late");
	struct exchange_paper paper[2];
	const char *names[2];
	struct exchange_input in = pipeline_input(&p, n);

	in.paper = paper;
	in.npapers = 0;
	for (int i = 0; i < 2; i++) {
		const char *path = arena_printf(&p.a, "orders/%s.toml",
		    sides[i]);
		const struct history_file *f = pipeline_file(&p, n + 1, path);

		if (f != NULL)
			paper[in.npapers++] = (struct exchange_paper){
			    f->data, f->len, pipeline_file(&p, n + 1,
			    arena_printf(&p.a, "%s.minisig", path))->data };
	}
	in.late = names;
	for (const struct node *x = late ? late->child : NULL; x; x = x->next)
		names[in.nlate++] = x->s;
	if (!with_secret)
		in.secret = NULL;
	in.claimed = p.commit[n + 1].file;
	in.nclaimed = p.commit[n + 1].nfiles;
	return exchange_run(&p.e, &p.a, &in, out);
}

static void
must_equal(int n, const struct exchange_output *x)
{
	const struct exchange_output *y = &p.commit[n];

	assert_int_equal(x->nfiles, y->nfiles);
	for (size_t i = 0; i < x->nfiles; i++) {
		const struct history_file *f = &x->file[i];
		const struct history_file *g = pipeline_file(&p, n, f->path);

		assert_non_null(g);
		if (f->len != g->len || memcmp(f->data, g->data, f->len))
			fail_msg("commit %d: %s\n%.*s\ninstead of\n%.*s", n,
			    f->path, (int)f->len, f->data, (int)g->len,
			    g->data);
	}
}

static void
check_again(int n)
{
	struct exchange_output x;

	if (again(n, true, &x) != ERR_OK)
		fail_msg("exchange %d: %s", n, p.e.msg);
	assert_false(x.blind);
	must_equal(n + 1, &x);
	if (p.commit[n + 1].over)
		return;
	if (again(n, false, &x) != ERR_OK)
		fail_msg("exchange %d, blind: %s", n, p.e.msg);
	must_equal(n + 1, &x);
}

/* --------------------------------------------------------------- founding */

static void
turn_0_asks_for_acceptance(void **state)
{
	struct node *t = pipeline_tree(&p, 0, "turn.toml");
	const struct node *asks = node_array_of(t, "ask");

	(void)state;
	assert_int_equal(node_integer(t, "exchange", -1), 0);
	assert_int_equal(asks->n, 2);
	assert_string_equal(node_str(node_at(asks, 0), "kind"), "accept");
	assert_null(node_get(t, "previous"));
	assert_null(node_get(t, "transcript"));
	assert_null(pipeline_file(&p, 0, "dice.toml"));
	assert_non_null(pipeline_file(&p, 0, "rules/scenarios/line.toml"));
	assert_non_null(pipeline_file(&p, 0, "allowed_signers"));
	assert_non_null(pipeline_file(&p, 0, "report.txt"));
}

static void
a_bot_is_not_asked_to_accept(void **state)
{
	const struct node *asks;

	(void)state;
	arena_free(&p.a);
	pipeline_found(&p, "-b");
	asks = node_array_of(pipeline_tree(&p, 0, "turn.toml"), "ask");
	assert_int_equal(asks->n, 1);
	assert_string_equal(node_str(node_at(asks, 0), "side"), "red");
}

static void
without_every_acceptance_there_is_no_game(void **state)
{
	(void)state;
	arena_free(&p.a);
	pipeline_found(&p, "--");
	pipeline_send(&p, 0, "deploy = \"standard\"\n");
	assert_int_equal(pipeline_adjudicate(&p, NULL), ERR_NOTHING);
	assert_non_null(strstr(p.e.msg, "blue"));
	assert_int_equal(pipeline_adjudicate(&p, "blue"), ERR_INPUT);
	assert_non_null(strstr(p.e.msg, "nobody is late before"));
}

static void
an_acceptance_needs_its_deployment(void **state)
{
	(void)state;
	arena_free(&p.a);
	pipeline_found(&p, "--");
	pipeline_send(&p, 0, "deploy = \"standard\"\n");
	pipeline_send(&p, 1, "");
	assert_int_equal(pipeline_adjudicate(&p, NULL), ERR_INPUT);
	assert_non_null(strstr(p.e.msg, "[deploy]"));
}

static void
a_sealed_deployment_is_carried_out(void **state)
{
	struct node *t;

	(void)state;
	arena_free(&p.a);
	pipeline_found(&p, "--");
	pipeline_send(&p, 0, "[secret.deploy]\nred-1 = \"0606\"\n");
	pipeline_send(&p, 1, "[secret]\ndeploy = \"standard\"\n");
	pipeline_go(&p);
	t = pipeline_tree(&p, 1, "turn.toml");
	assert_string_equal(node_path(t, "unit.red-1.hex")->s, "0606");
	check_again(0);
}

/* ---------------------------------------------------------------- the chain */

static void
each_turn_names_what_came_before(void **state)
{
	struct node *t, *dice;
	char sha[HASH_HEX], hex[HASH_HEX];
	const char *sides[] = { "red", "blue" }, *order[2];
	uint8_t seed[32], key[32];
	const struct history_file *f;

	(void)state;
	pipeline_send(&p, 0, "order = []\n");
	pipeline_go(&p);
	t = pipeline_tree(&p, 1, "turn.toml");
	dice = pipeline_tree(&p, 1, "dice.toml");
	f = pipeline_file(&p, 0, "turn.toml");
	hash_sha256_hex(sha, f->data, f->len);
	assert_string_equal(node_str(t, "previous"), sha);
	for (int i = 0; i < 2; i++) {
		char *h = arena_alloc(&p.a, HASH_HEX);

		f = pipeline_file(&p, 1, i ? "orders/blue.toml" :
		    "orders/red.toml");
		hash_sha256_hex(h, f->data, f->len);
		order[i] = h;
	}
	seeds_transcript(hex, sha, sides, order, 2);
	assert_string_equal(node_str(t, "transcript"), hex);
	assert_string_equal(node_str(dice, "transcript"), hex);
	seeds_seed(seed, "duel", p.secret, 0);
	hash_hex(sha, seed, 32);
	assert_string_equal(node_str(dice, "seed"), sha);
	seeds_key(key, "duel", seed, 0, hex);
	hash_hex(sha, key, 32);
	assert_string_equal(node_str(dice, "key"), sha);
	assert_null(node_get(dice, "secret"));
	seeds_commitment(sha, "duel", seed, 0);
	assert_string_equal(node_str(pipeline_tree(&p, 0, "turn.toml"),
	    "commitment"), sha);
}

static void
rolls_stand_with_their_labels(void **state)
{
	const struct node *list, *r;

	(void)state;
	pipeline_send(&p, 0, "[[order]]\ndo = \"fight\"\n"
	    "units = [\"red-1\"]\ntarget = \"blue-1\"\n");
	pipeline_go(&p);
	list = node_array_of(pipeline_tree(&p, 2, "dice.toml"), "roll");
	assert_true(list->n >= 1);
	r = list->child;
	assert_int_equal(node_integer(r, "index", 0), 1);
	assert_string_equal(node_str(r, "label"), "T.2 fight red-1 on blue-1");
	assert_int_equal(node_integer(r, "nth", 0), 1);
	assert_int_equal(node_integer(r, "sides", 0), 6);
	assert_int_equal(node_integer(r, "shows", 0),
	    node_integer(r, "face", -1) + 1);
	assert_non_null(strstr(pipeline_file(&p, 2, "dice.toml")->data,
	    "\n[[roll]]\nindex = 1\nlabel = "));
	check_again(1);
}

static void
nothing_reaches_the_tree_but_the_input(void **state)
{
	(void)state;
	check_again(0);
	pipeline_send(&p, 0, "[[secret.order]]\ndo = \"move\"\n"
	    "unit = \"red-1\"\nto = \"0101\"\n");
	pipeline_go(&p);
	check_again(1);
}

/* ------------------------------------------------------------- submissions */

static void
a_forged_or_stale_submission_stops_it(void **state)
{
	const char *header = pipeline_header(&p, 0);

	(void)state;
	p.paper[0] = pipeline_sign(&p, 1, header, "order = []\n");
	p.npapers = 1;
	assert_int_equal(pipeline_adjudicate(&p, NULL), ERR_VERIFY);
	p.paper[0] = pipeline_sign(&p, 0, header, "order = []\n");
	assert_int_equal(pipeline_adjudicate(&p, NULL), ERR_OK);
	p.npapers = 1;
	assert_int_equal(pipeline_adjudicate(&p, NULL), ERR_INPUT);
	assert_non_null(strstr(p.e.msg, "closed"));
}

static void
two_of_one_side_stop_it(void **state)
{
	(void)state;
	pipeline_send(&p, 0, "order = []\n");
	pipeline_send(&p, 0, "order = []\n");
	assert_int_equal(pipeline_adjudicate(&p, NULL), ERR_INPUT);
	assert_non_null(strstr(p.e.msg, "two submissions"));
}

static void
only_who_is_asked_can_be_late(void **state)
{
	(void)state;
	assert_int_equal(pipeline_adjudicate(&p, "blue"), ERR_INPUT);
	assert_int_equal(pipeline_adjudicate(&p, "green"), ERR_INPUT);
	assert_int_equal(pipeline_adjudicate(&p, "red"), ERR_OK);
	assert_string_equal(node_at(node_array_of(pipeline_tree(&p, 2,
	    "turn.toml"), "late"), 0)->s, "red");
	assert_null(pipeline_file(&p, 2, "orders/red.toml"));
	check_again(1);
}

/* A game with sealed submissions, in which a side is late. */
static void
a_late_side_is_audited_without_the_secret(void **state)
{
	(void)state;
	pipeline_send(&p, 1, "[[secret.doctrine]]\nkind = \"loss\"\n"
	    "answer = \"ask\"\n");
	assert_int_equal(pipeline_adjudicate(&p, "red"), ERR_OK);
	check_again(1);
}

static void
orders_stand_until_their_turn_comes(void **state)
{
	const struct node *o;

	(void)state;
	pipeline_send(&p, 1, "[[secret.order]]\ndo = \"move\"\n"
	    "unit = \"blue-1\"\nto = \"0103\"\n");
	pipeline_go(&p);	/* red is asked and sent nothing: asked again */
	check_again(1);
	o = node_path(pipeline_tree(&p, 2, "checkpoint.toml"), "orders.blue");
	assert_int_equal(node_integer(o, "exchange", -1), 1);
	pipeline_send(&p, 0, "order = []\n");
	pipeline_go(&p);
	check_again(2);
	assert_string_equal(node_path(pipeline_tree(&p, 3, "turn.toml"),
	    "unit.blue-1.hex")->s, "0103");
	assert_null(node_path(pipeline_tree(&p, 3, "checkpoint.toml"),
	    "orders.blue"));
}

static void
a_refused_sealed_order_is_told_to_its_side_alone(void **state)
{
	const struct node *list, *x;
	char *plain;
	size_t n;

	(void)state;
	pipeline_send(&p, 0, "[[secret.order]]\ndo = \"move\"\n"
	    "unit = \"red-1\"\nto = \"0606\"\n");
	pipeline_go(&p);
	list = node_array_of(pipeline_tree(&p, 2, "events.toml"), "event");
	for (x = list->child; x != NULL; x = x->next)
		if (strcmp(node_str(x, "event"), "refused") == 0)
			break;
	assert_non_null(x);
	assert_int_equal(node_integer(x, "number", 0), 1);
	assert_null(node_get(x, "text"));
	assert_null(node_get(x, "why"));
	assert_int_equal(seal_open_side(&p.a, node_get(x, "sealed"),
	    &p.key[0], &plain, &n), 0);
	assert_string_equal(plain, "{ code = \"move.far\", unit = \"red-1\", "
	    "from = \"0201\", to = \"0606\" }\n"
	    "{ do = \"move\", unit = \"red-1\", to = \"0606\" }\n");
	assert_null(strstr(pipeline_file(&p, 2, "report.txt")->data, "0606"));
	check_again(1);
}

/* The referee writes that blue, who was not late, gave the late answer. */
static void
an_answer_that_cannot_be_is_found(void **state)
{
	struct history_file files[64];
	struct exchange_output x;

	(void)state;
	pipeline_send(&p, 0, "[secret]\norder = []\n");
	pipeline_go(&p);
	memcpy(files, p.commit[2].file, p.commit[2].nfiles * sizeof *files);
	for (size_t i = 0; i < p.commit[2].nfiles; i++)
		if (strcmp(files[i].path, "answers.toml") == 0) {
			files[i].data = arena_printf(&p.a, "%.*s\t{ side = "
			    "\"blue\", kind = \"orders\", answer = \"none\", "
			    "by = \"late\" },\n]\n", (int)files[i].len - 2,
			    files[i].data);
			files[i].len = strlen(files[i].data);
		}
	p.commit[2].file = files;
	assert_int_equal(again(1, false, &x), ERR_VERIFY);
	assert_non_null(strstr(p.e.msg, "answers.toml: answer "));
}

static void
a_wrong_seed_or_secret_is_found(void **state)
{
	struct exchange_output x;
	uint8_t wrong[32] = { 3 };
	struct exchange_input in;
	struct history_file files[64];

	(void)state;
	pipeline_send(&p, 0, "order = []\n");
	in = pipeline_input(&p, 1);
	in.secret = wrong;
	assert_int_equal(exchange_run(&p.e, &p.a, &in, &x), ERR_VERIFY);
	pipeline_go(&p);
	memcpy(files, p.commit[2].file, p.commit[2].nfiles * sizeof *files);
	for (size_t i = 0; i < p.commit[2].nfiles; i++)
		if (strcmp(files[i].path, "dice.toml") == 0)
			files[i] = *pipeline_file(&p, 1, "dice.toml");
	p.commit[2].file = files;
	assert_int_equal(again(1, false, &x), ERR_VERIFY);
	assert_non_null(strstr(p.e.msg, "committed"));
}

static void
a_changed_checkpoint_is_found(void **state)
{
	struct history_file files[64];

	(void)state;
	memcpy(files, p.commit[1].file, p.commit[1].nfiles * sizeof *files);
	for (size_t i = 0; i < p.commit[1].nfiles; i++)
		if (strcmp(files[i].path, "checkpoint.toml") == 0)
			files[i] = *pipeline_file(&p, 0, "checkpoint.toml");
	p.commit[1].file = files;
	pipeline_send(&p, 0, "order = []\n");
	assert_int_equal(pipeline_adjudicate(&p, NULL), ERR_VERIFY);
	assert_non_null(strstr(p.e.msg, "checkpoint"));
}

/* Another text in place of a file of the head, and its hash in turn.toml. */
static void
put_file(struct history_file *files, const char *path, const char *text)
{
	struct exchange_output *x = &p.commit[p.n];

	memcpy(files, x->file, x->nfiles * sizeof *files);
	for (size_t i = 0; i < x->nfiles; i++)
		if (strcmp(files[i].path, path) == 0)
			files[i] = (struct history_file){ path, text,
			    strlen(text) };
	x->file = files;
}

static const char *
put_hash(const char *turn, const char *checkpoint)
{
	char sha[HASH_HEX], *s = arena_strdup(&p.a, turn);
	char *at = strstr(s, "checkpoint = \"");

	assert_non_null(at);
	hash_sha256_hex(sha, checkpoint, strlen(checkpoint));
	memcpy(at + strlen("checkpoint = \""), sha, HASH_HEX - 1);
	return s;
}

/*
 * The run of the head is said to have stopped at a question to which the rules
 * do not come: a fault of the program, which nobody can play past.
 */
static void
break_record(struct history_file files[2][64])
{
	const struct history_file *f = pipeline_file(&p, p.n,
	    "checkpoint.toml");
	char *s = arena_strndup(&p.a, f->data, f->len);
	char *at = strstr(s, "stopped = ");

	assert_non_null(at);
	at[strlen("stopped = ")] = '9';
	put_file(files[0], "checkpoint.toml", s);
	f = pipeline_file(&p, p.n, "turn.toml");
	put_file(files[1], "turn.toml", put_hash(arena_strndup(&p.a, f->data,
	    f->len), s));
}

static void
a_record_that_does_not_fit_is_got_past_by_a_rewind(void **state)
{
	struct history_file files[2][64];
	const struct node *asks;

	(void)state;
	for (int i = 0; i < 2; i++) {
		pipeline_send(&p, 0, "[[order]]\ndo = \"pause\"\n");
		pipeline_go(&p);
	}
	assert_int_equal(p.n, 3);
	asks = node_array_of(pipeline_tree(&p, 2, "turn.toml"), "ask");
	break_record(files);

	/* nobody's orders get past it, nor a deadline */
	pipeline_send(&p, 0, "order = []\n");
	assert_int_equal(pipeline_adjudicate(&p, NULL), ERR_VERIFY);
	assert_non_null(strstr(p.e.msg, "the act `rewind`"));
	p.npapers = 0;
	assert_int_equal(pipeline_adjudicate(&p, "red"), ERR_VERIFY);

	/* what both want does: the game goes on from the start of exchange 2 */
	for (int i = 0; i < 2; i++)
		pipeline_send(&p, i, "[[act]]\ndo = \"rewind\"\n"
		    "exchange = 2\n");
	pipeline_go(&p);
	assert_int_equal(p.n, 4);
	assert_true(p.commit[4].decided);
	assert_true(node_equal(asks, node_array_of(pipeline_tree(&p, 4,
	    "turn.toml"), "ask")));
	pipeline_send(&p, 0, "order = []\n");
	pipeline_go(&p);
	check_again(4);
}

/* ---------------------------------------------------------- whole games */

static unsigned
next_number(unsigned *seed)
{
	*seed = *seed * 1103515245u + 12345u;
	return *seed >> 16 & 0x7fff;
}

/* Some of the legal orders of a side, open or sealed. */
static void
send_random(int side, unsigned *seed)
{
	struct position *now = arena_new(&p.a, struct position, 1);
	const struct exchange_output *x = &p.commit[p.n];
	bool sealed = next_number(seed) % 3 != 0;
	struct node *legal = node_array(&p.a), *t = node_table(&p.a);
	struct node *list = node_array(&p.a);
	const char *left;
	struct submission s;
	struct str b = str_new(&p.a);

	assert_int_equal(position_load(&p.e, &p.a, x->file, x->nfiles, now),
	    ERR_OK);
	game_legal(&now->game, side, NULL, legal);
	for (const struct node *c = legal->child; c != NULL; c = c->next)
		if (next_number(seed) % 4 == 0)
			node_add(&p.a, list, NULL, node_copy(&p.a, c));
	if (next_number(seed) % 6 == 0)
		node_add(&p.a, list, NULL, toy_toml(&p.a, "do = \"pause\"\n"));
	node_add(&p.a, t, "order", list);
	if (next_number(seed) % 8 == 0)
		node_add(&p.a, t, "doctrine", node_copy(&p.a, node_get(
		    toy_toml(&p.a, "[[doctrine]]\nkind = \"retreat\"\n"
		    "answer = \"ask\"\n"), "doctrine")));
	memset(&s, 0, sizeof s);
	left = submission_leaves(&s, side ? "blue" : "red",
	    position_asks(now));
	if (left != NULL && strcmp(left, "orders") != 0) {
		const struct node *ask = position_asks(now)->child, *o;

		while (strcmp(node_str(ask, "side"), side ? "blue" : "red"))
			ask = ask->next;
		o = node_array_of(ask, "options");
		t = node_table(&p.a);
		node_add(&p.a, t, "answer", node_copy(&p.a, node_get(toy_toml(
		    &p.a, arena_printf(&p.a, "[[answer]]\nkind = \"%s\"\n"
		    "answer = \"%s\"\n", left, node_at(o, next_number(seed) %
		    o->n)->s)), "answer")));
	}
	if (sealed) {
		struct node *outer = node_table(&p.a);

		node_add(&p.a, outer, "secret", t);
		t = outer;
	}
	toml_write(&b, t);
	pipeline_send(&p, side, b.s);
}

static void
play_random(unsigned seed, const char *bots)
{
	arena_free(&p.a);
	pipeline_found(&p, bots);
	for (int i = 0; i < 2; i++)
		if (bots[i] != 'b')
			pipeline_send(&p, i, "deploy = \"standard\"\n");
	pipeline_go(&p);
	while (!p.commit[p.n].over && p.n < COMMITS - 1) {
		struct node *t = pipeline_tree(&p, p.n, "turn.toml");
		const char *asked = node_str(node_at(node_array_of(t, "ask"),
		    0), "side");
		unsigned kind = next_number(&seed) % 8;

		if (kind > 0)
			send_random(strcmp(asked, "blue") == 0, &seed);
		if (kind == 1 && bots[strcmp(asked, "blue") != 0] != 'b')
			send_random(strcmp(asked, "blue") != 0, &seed);
		if (pipeline_adjudicate(&p, kind == 0 ? asked : NULL) !=
		    ERR_OK)
			fail_msg("%s", p.e.msg);
	}
	assert_true(p.commit[p.n].over);
}

static void
a_finished_game_gives_its_secret_away_and_asks_nothing(void **state)
{
	struct node *t, *dice;
	char hex[HASH_HEX];

	(void)state;
	play_random(1, "bb");
	assert_int_equal(p.n, 1);
	t = pipeline_tree(&p, p.n, "turn.toml");
	dice = pipeline_tree(&p, p.n, "dice.toml");
	assert_non_null(node_str(t, "result"));
	assert_null(node_get(t, "commitment"));
	assert_null(node_get(t, "ask"));
	hash_hex(hex, p.secret, 32);
	assert_string_equal(node_str(dice, "secret"), hex);
	assert_int_equal(pipeline_adjudicate(&p, NULL), ERR_NOTHING);
}

static void
every_exchange_of_random_games_can_be_made_again(void **state)
{
	static const char *const bots[] = { "--", "--", "-b", "b-" };

	(void)state;
	for (unsigned seed = 1; seed <= 80; seed++) {
		play_random(seed, bots[seed % 4]);
		for (int n = 0; n < p.n; n++)
			check_again(n);
	}
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(turn_0_asks_for_acceptance),
		TEST(a_bot_is_not_asked_to_accept),
		TEST(without_every_acceptance_there_is_no_game),
		TEST(an_acceptance_needs_its_deployment),
		TEST(a_sealed_deployment_is_carried_out),
		TEST(each_turn_names_what_came_before),
		TEST(rolls_stand_with_their_labels),
		TEST(nothing_reaches_the_tree_but_the_input),
		TEST(a_forged_or_stale_submission_stops_it),
		TEST(two_of_one_side_stop_it),
		TEST(only_who_is_asked_can_be_late),
		TEST(a_late_side_is_audited_without_the_secret),
		TEST(orders_stand_until_their_turn_comes),
		TEST(a_refused_sealed_order_is_told_to_its_side_alone),
		TEST(an_answer_that_cannot_be_is_found),
		TEST(a_wrong_seed_or_secret_is_found),
		TEST(a_changed_checkpoint_is_found),
		TEST(a_record_that_does_not_fit_is_got_past_by_a_rewind),
		TEST(a_finished_game_gives_its_secret_away_and_asks_nothing),
		TEST(every_exchange_of_random_games_can_be_made_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
