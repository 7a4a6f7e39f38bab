/* run-case.c: run cases, rules shown as data, and print what differs */
#include "case.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/toml.h"

#include <stdio.h>
#include <string.h>

/* Rules that were read once serve every case of theirs. */
static struct kept {
	struct kept *next;
	const char *system, *scenario;
	struct rules rules;
} *kept;
static struct arena kept_arena;

static int
rules_kept(struct err *e, const char *system, const char *scenario,
    const struct rules **out)
{
	struct kept *k;
	int rc;

	for (k = kept; k != NULL; k = k->next)
		if (strcmp(k->system, system) == 0 && (scenario == NULL ?
		    k->scenario == NULL : k->scenario != NULL &&
		    strcmp(k->scenario, scenario) == 0)) {
			*out = &k->rules;
			return ERR_OK;
		}
	k = arena_new(&kept_arena, struct kept, 1);
	rc = rules_from_disk(e, &kept_arena, system, scenario, NULL,
	    &k->rules);
	if (rc != ERR_OK)
		return rc;
	k->system = arena_strdup(&kept_arena, system);
	k->scenario = scenario ? arena_strdup(&kept_arena, scenario) : NULL;
	k->next = kept;
	kept = k;
	*out = &k->rules;
	return ERR_OK;
}

/* Each line of what differs, indented under the file's name. */
static void
print_faults(const char *path, const struct node *tree, const char *lines)
{
	const char *title = node_str(tree, "title");

	printf("%s: FAILED%s%s\n", path, title ? ": " : "",
	    title ? title : "");
	while (*lines != '\0') {
		size_t n = strcspn(lines, "\n");

		printf("  %.*s\n", (int)n, lines);
		lines += n + (lines[n] == '\n');
	}
}

static bool
run_file(const char *path, bool stopping)
{
	struct arena a = { 0 };
	struct str out = str_new(&a);
	struct node *tree = NULL;
	struct err e = { 0 };
	bool ok = false;

	if (toml_read_file(&e, &a, path, &tree) != ERR_OK)
		str_add(&out, e.msg);
	else if (stopping)
		ok = case_run_stopping(&a, tree, rules_kept, &out);
	else
		ok = case_run(&a, tree, rules_kept, &out);
	if (!ok)
		print_faults(path, tree, out.s);
	arena_free(&a);
	return ok;
}

static int
usage(void)
{
	fputs("usage: run-case [--stop] [--legal] [--trace TRACE] FILE...\n"
	    "Runs cases and prints what differs.  With --stop each is run\n"
	    "again with a stop at every question, and must come out the "
	    "same.  With --trace events and positions are written there,\n"
	    "with --legal also what could be ordered at the start.\n",
	    stderr);
	return ERR_USAGE;
}

int
main(int argc, char **argv)
{
	int passed = 0, failed = 0, i = 1;
	bool stopping = false;

	if (i < argc && strcmp(argv[i], "--stop") == 0) {
		stopping = true;
		i++;
	}
	if (i < argc && strcmp(argv[i], "--legal") == 0) {
		case_trace_legal = true;
		i++;
	}
	if (i + 1 < argc && strcmp(argv[i], "--trace") == 0) {
		case_trace = fopen(argv[i + 1], "w");
		if (case_trace == NULL) {
			perror(argv[i + 1]);
			return ERR_SYSTEM;
		}
		i += 2;
	}
	if (i >= argc || (argv[i][0] == '-' && argv[i][1] != '\0'))
		return usage();
	for (; i < argc; i++)
		if (run_file(argv[i], stopping))
			passed++;
		else
			failed++;
	printf("%d passed, %d failed\n", passed, failed);
	arena_free(&kept_arena);
	if (case_trace != NULL && fclose(case_trace) != 0)
		failed++;
	return failed > 0 || fflush(stdout) != 0;
}
