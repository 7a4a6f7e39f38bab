/* test-submission.c: parsing, verifying, sealing and opening submissions */
#include "pipeline.h"

static struct pipeline p;
static const char *header;

#define MOVE "do = \"move\"\nunit = \"red-1\"\nto = \"0101\"\n"

static int
setup(void **state)
{
	(void)state;
	pipeline_found(&p, "--");
	header = pipeline_header(&p, 0);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	arena_free(&p.a);
	return 0;
}

static int
parse(const char *text, struct submission *s)
{
	return submission_parse(&p.e, &p.a, "red.toml", &p.charter, text,
	    strlen(text), s);
}

static int
verify(const char *text, const char *sig, struct submission *s)
{
	return submission_verify(&p.e, &p.a, "red.toml", &p.charter, text,
	    strlen(text), sig, NULL, s);
}

static const char *
sign(const char *text, int by)
{
	return sig_minisign(&p.a, &p.key[by], text, strlen(text), "t");
}

/* The header with `from` replaced by `to`, and a body. */
static const char *
with(const char *from, const char *to, const char *body)
{
	const char *at = strstr(header, from);

	assert_non_null(at);
	return arena_printf(&p.a, "%.*s%s%s%s", (int)(at - header), header,
	    to, at + strlen(from), body);
}

static char *
seal(const char *draft)
{
	char *out;
	size_t n;

	if (submission_seal(&p.e, &p.a, "draft", &p.charter, draft,
	    strlen(draft), &out, &n) != ERR_OK)
		fail_msg("%s", p.e.msg);
	return out;
}

static void
a_submission_is_read(void **state)
{
	struct submission s;

	(void)state;
	assert_int_equal(parse(with("iacta = 1", "iacta = 1",
	    "say = \"hello\"\n[[order]]\n" MOVE), &s), ERR_OK);
	assert_int_equal(s.side, 0);
	assert_int_equal(s.exchange, 0);
	assert_int_equal(s.revision, 1);
	assert_string_equal(s.say, "hello");
	assert_int_equal(s.part[PART_ORDER]->n, 1);
	assert_null(s.part[PART_ANSWER]);
	assert_false(s.hidden[PART_ORDER]);
	assert_string_equal(s.turn, pipeline_turn_sha(&p));
}

static void
what_is_wrong_is_named(void **state)
{
	static const struct { const char *from, *to, *says; } row[] = {
		{ "iacta = 1\n", "", "iacta = 1" },
		{ "game = \"duel\"", "game = \"other\"", "for the game" },
		{ "game = \"duel\"", "", "game must be there" },
		{ "side = \"red\"", "side = \"green\"", "red, blue" },
		{ "side = \"red\"", "side = 1", "side must be there" },
		{ "exchange = 0", "exchange = -1", "exchange" },
		{ "exchange = 0", "exchange = \"0\"", "exchange" },
		{ "exchange = 0", "", "exchange" },
		{ "turn=\"", "turn=\"0", "SHA-256" },
		{ "revision = 1", "revision = 0", "revision" },
		{ "revision = 1", "revision = 1000000000", "revision" },
		{ "nonce = \"", "nonce = \"\xc3\xa4", "printable ASCII" },
		{ "nonce = \"nonce-number-", "nonce = \"", "16 to 64" },
		{ "nonce = \"", "nonces = \"", "did you mean \"nonce\"" },
		{ "nonce", "[secret]\nnonce", "iacta seal" },
		{ "iacta = 1", "iacta = 1\nsealed = 3", "array of strings" },
		{ "iacta = 1", "iacta = 1\nsealed = []", "array of strings" },
		{ "iacta = 1", "iacta = 1\nsay = 3", "say" },
		{ "iacta = 1", "iacta = 1\norders = []",
		    "did you mean \"order\"" },
		{ "iacta = 1", "-----\niacta = 1", "line 1" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct submission s;

		assert_int_equal(parse(with(row[i].from, row[i].to, ""), &s),
		    ERR_INPUT);
		if (strstr(p.e.msg, row[i].says) == NULL)
			fail_msg("row %zu: %s", i, p.e.msg);
	}
}

static void
no_line_begins_with_five_dashes(void **state)
{
	struct submission s;

	(void)state;
	assert_int_equal(parse(with("iacta", "iacta",
	    "say = '''\n-----BEGIN\n'''\n"), &s), ERR_INPUT);
	assert_non_null(strstr(p.e.msg, "-----"));
}

static void
table_talk_has_an_end(void **state)
{
	char talk[2 * 2001 + 1];
	struct submission s;

	(void)state;
	for (int i = 0; i < 2001; i++)
		memcpy(talk + 2 * i, "\xc3\xa4", 3);
	assert_int_equal(parse(with("iacta", "iacta", arena_printf(&p.a,
	    "say = \"%s\"\n", talk)), &s), ERR_INPUT);
	assert_int_equal(parse(with("iacta", "iacta", arena_printf(&p.a,
	    "say = \"%s\"\n", talk + 2)), &s), ERR_OK);
}

static void
empty_binary_and_oversized_texts_are_refused(void **state)
{
	char *big = arena_alloc(&p.a, SUBMISSION_MAX + 2);
	struct submission s;

	(void)state;
	assert_int_equal(parse("", &s), ERR_INPUT);
	assert_int_equal(parse("\n \n\r\n", &s), ERR_INPUT);
	assert_int_equal(submission_parse(&p.e, &p.a, "x", &p.charter,
	    "a\0b\xff", 4, &s), ERR_INPUT);
	memset(big, '#', SUBMISSION_MAX + 1);
	assert_int_equal(parse(big, &s), ERR_INPUT);
	assert_non_null(strstr(p.e.msg, "bytes"));
}

static void
a_bot_submits_nothing(void **state)
{
	struct submission s;

	(void)state;
	p.charter.side[0].bot = true;
	assert_int_equal(parse(header, &s), ERR_INPUT);
}

static void
the_signed_bytes_are_kept(void **state)
{
	const char *normal = header, *sig = sign(header, 0), *crlf;
	struct submission s;
	struct str b = str_new(&p.a);

	(void)state;
	assert_int_equal(verify(normal, sig, &s), ERR_OK);
	assert_string_equal(s.text, normal);
	assert_false(s.ssh);
	/* the mail made CRLF of it: the normal form is what was signed */
	for (const char *q = header; *q != '\0'; q++)
		str_addf(&b, "%s%c", *q == '\n' ? "  \r" : "", *q);
	assert_int_equal(verify(b.s, sig, &s), ERR_OK);
	assert_string_equal(s.text, normal);
	/* signed with CRLF: these bytes are kept */
	crlf = b.s;
	assert_int_equal(verify(crlf, sign(crlf, 0), &s), ERR_OK);
	assert_string_equal(s.text, crlf);
	assert_int_equal(s.side, 0);
}

/* They are read just as they are: nobody's tool may see another order. */
static void
signed_bytes_that_read_otherwise_elsewhere_are_refused(void **state)
{
	const char *bom = arena_printf(&p.a, "\xef\xbb\xbf%s", header);
	const char *cr = arena_printf(&p.a, "%s# nothing here\rorder = []\n",
	    header);
	struct submission s;

	(void)state;
	assert_int_equal(verify(bom, sign(bom, 0), &s), ERR_INPUT);
	assert_non_null(strstr(p.e.msg, "byte order mark"));
	assert_int_equal(verify(cr, sign(cr, 0), &s), ERR_INPUT);
	assert_non_null(strstr(p.e.msg, "control character 0x0d"));
	/* a byte order mark that mail put there is no part of it */
	assert_int_equal(verify(bom, sign(header, 0), &s), ERR_OK);
	assert_string_equal(s.text, header);
}

static void
another_keys_signature_does_not_hold(void **state)
{
	const char *changed = with("revision = 1", "revision = 2", "");
	struct submission s;

	(void)state;
	assert_int_equal(verify(header, sign(header, 1), &s), ERR_VERIFY);
	assert_int_equal(verify(changed, sign(header, 0), &s), ERR_VERIFY);
	assert_int_equal(verify(header, "", &s), ERR_VERIFY);
	/* cross-side: blue's name under red's signature */
	changed = with("side = \"red\"", "side = \"blue\"", "");
	assert_int_equal(verify(changed, sign(changed, 0), &s), ERR_VERIFY);
}

static void
an_openssh_signature_holds(void **state)
{
	struct submission s;

	(void)state;
	p.charter.side[0].public.form = KEY_OPENSSH;
	assert_int_equal(verify(header, sig_ssh(&p.a, &p.key[0], "iacta",
	    header, strlen(header)), &s), ERR_OK);
	assert_true(s.ssh);
	assert_int_equal(verify(header, sig_ssh(&p.a, &p.key[0], "git",
	    header, strlen(header)), &s), ERR_VERIFY);
}

static void
it_answers_one_turn_of_one_exchange(void **state)
{
	const char *sha = pipeline_turn_sha(&p);
	struct submission s;

	(void)state;
	assert_int_equal(parse(header, &s), ERR_OK);
	assert_int_equal(submission_answers(&p.e, "x", &s, 0, sha), ERR_OK);
	assert_int_equal(submission_answers(&p.e, "x", &s, 1, sha), ERR_INPUT);
	assert_non_null(strstr(p.e.msg, "closed"));
	s.exchange = 2;
	assert_int_equal(submission_answers(&p.e, "x", &s, 1, sha), ERR_INPUT);
	assert_non_null(strstr(p.e.msg, "not open yet"));
	s.exchange = 1;
	s.turn = s.sha;
	assert_int_equal(submission_answers(&p.e, "x", &s, 1, sha), ERR_INPUT);
	assert_non_null(strstr(p.e.msg, "another turn.toml"));
}

static void
what_is_sealed_is_opened_by_the_secret(void **state)
{
	const char *text = seal(with("iacta", "iacta",
	    "[[secret.order]]\n" MOVE "[[doctrine]]\nkind = \"loss\"\n"
	    "answer = \"red-1\"\n"));
	uint8_t wrong[32] = { 1 };
	struct submission s;

	(void)state;
	assert_null(strstr(text, "move"));
	assert_non_null(strstr(text, "loss"));
	assert_int_equal(parse(text, &s), ERR_OK);
	assert_null(s.part[PART_ORDER]);
	assert_int_equal(submission_open(&p.e, &p.a, "x", &p.charter, wrong,
	    &s), ERR_INPUT);
	assert_int_equal(submission_open(&p.e, &p.a, "x", &p.charter,
	    p.secret, &s), ERR_OK);
	assert_int_equal(s.part[PART_ORDER]->n, 1);
	assert_true(s.hidden[PART_ORDER]);
	assert_false(s.hidden[PART_DOCTRINE]);
	assert_string_equal(node_str(node_at(s.part[PART_ORDER], 0), "unit"),
	    "red-1");
}

static void
a_sealed_form_has_short_lines_and_is_normal(void **state)
{
	struct str b = str_new(&p.a);
	char *text, *normal;
	size_t n;

	(void)state;
	str_add(&b, "order = [");
	for (int i = 0; i < 9; i++)
		str_add(&b, "{ do = \"fight\", units = [\"red-1\", \"red-2\", "
		    "\"red-3\", \"red-1\", \"red-2\", \"red-3\"], target = "
		    "\"blue-1\" },");
	str_add(&b, "]\n[[secret.order]]\n" MOVE);
	/* the same open and sealed is only noticed when it is opened */
	text = seal(with("iacta", "iacta", b.s));
	for (const char *q = text; *q != '\0'; q += strcspn(q, "\n") + 1)
		assert_true(strcspn(q, "\n") <= 72);
	str_normal(&p.a, text, strlen(text), &normal, &n);
	assert_string_equal(normal, text);
	assert_non_null(strstr(text, "\nturn=\""));
}

static void
a_draft_without_secrets_is_only_normalised(void **state)
{
	const char *draft = with("iacta", "\n\n# mine\niacta",
	    "# a remark  \n\n\n");

	(void)state;
	assert_string_equal(seal(draft), arena_printf(&p.a,
	    "# mine\n%s# a remark\n", header));
}

static void
a_part_cannot_be_open_and_sealed(void **state)
{
	const char *text = seal(with("iacta", "iacta",
	    "[[order]]\n" MOVE "[[secret.order]]\n" MOVE));
	struct submission s;

	(void)state;
	assert_int_equal(parse(text, &s), ERR_OK);
	assert_int_equal(submission_open(&p.e, &p.a, "x", &p.charter,
	    p.secret, &s), ERR_INPUT);
	assert_non_null(strstr(p.e.msg, "open and sealed"));
}

/* An opponent copies the sealed part of a message that he saw. */
static void
a_copied_seal_is_refused_and_tells_nothing(void **state)
{
	static const struct { const char *from, *to; } row[] = {
		{ "side = \"red\"", "side = \"blue\"" },
		{ "exchange = 0", "exchange = 1" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		char *text = seal(with("iacta", "iacta",
		    "[[secret.order]]\n" MOVE)), *at;
		struct submission s;

		at = strstr(text, row[i].from);
		text = arena_printf(&p.a, "%.*s%s%s", (int)(at - text), text,
		    row[i].to, at + strlen(row[i].from));
		assert_int_equal(parse(text, &s), ERR_OK);
		assert_int_equal(submission_open(&p.e, &p.a, "x",
		    &p.charter, p.secret, &s), ERR_INPUT);
		assert_null(strstr(p.e.msg, "red-1"));
		assert_null(strstr(p.e.msg, "move"));
		assert_null(s.part[PART_ORDER]);
	}
}

static void
only_four_things_can_be_sealed(void **state)
{
	const char *draft = with("iacta", "iacta",
	    "[secret]\nsay = \"psst\"\n");
	char *out;
	size_t n;

	(void)state;
	assert_int_equal(submission_seal(&p.e, &p.a, "x", &p.charter, draft,
	    strlen(draft), &out, &n), ERR_INPUT);
	assert_non_null(strstr(p.e.msg, "cannot be sealed"));
}

static void
what_is_asked_and_not_answered_is_found(void **state)
{
	const struct node *t = toy_toml(&p.a, "[[ask]]\nside = \"red\"\n"
	    "kind = \"orders\"\n[[ask]]\nside = \"blue\"\nkind = \"loss\"\n"
	    "at = \"0101\"\noptions = [\"blue-1\"]\n");
	const struct node *asks = node_array_of(t, "ask");
	struct submission s;

	(void)state;
	assert_int_equal(parse(header, &s), ERR_OK);
	assert_string_equal(submission_leaves(&s, "red", asks), "orders");
	assert_string_equal(submission_leaves(&s, "blue", asks), "loss");
	assert_int_equal(parse(with("iacta", "iacta", "order = []\n"), &s),
	    ERR_OK);
	assert_null(submission_leaves(&s, "red", asks));
	assert_int_equal(parse(with("iacta", "iacta", "[[answer]]\n"
	    "kind = \"loss\"\nat = \"0102\"\nanswer = \"blue-1\"\n"), &s),
	    ERR_OK);
	assert_string_equal(submission_leaves(&s, "blue", asks), "loss");
	assert_int_equal(parse(with("iacta", "iacta", "[[answer]]\n"
	    "kind = \"loss\"\nat = \"0101\"\nanswer = \"blue-1\"\n"), &s),
	    ERR_OK);
	assert_null(submission_leaves(&s, "blue", asks));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_submission_is_read),
		TEST(what_is_wrong_is_named),
		TEST(no_line_begins_with_five_dashes),
		TEST(table_talk_has_an_end),
		TEST(empty_binary_and_oversized_texts_are_refused),
		TEST(a_bot_submits_nothing),
		TEST(the_signed_bytes_are_kept),
		TEST(signed_bytes_that_read_otherwise_elsewhere_are_refused),
		TEST(another_keys_signature_does_not_hold),
		TEST(an_openssh_signature_holds),
		TEST(it_answers_one_turn_of_one_exchange),
		TEST(what_is_sealed_is_opened_by_the_secret),
		TEST(a_sealed_form_has_short_lines_and_is_normal),
		TEST(a_draft_without_secrets_is_only_normalised),
		TEST(a_part_cannot_be_open_and_sealed),
		TEST(a_copied_seal_is_refused_and_tells_nothing),
		TEST(only_four_things_can_be_sealed),
		TEST(what_is_asked_and_not_answered_is_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
