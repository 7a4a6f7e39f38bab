/* faults.h: what is wrong with a draft, as comments in it */
#ifndef IACTA_CLI_FAULTS_H
#define IACTA_CLI_FAULTS_H

struct arena;
struct node;

/* The draft without the faults of the last time. */
char *faults_strip(struct arena *a, const char *text);

/*
 * The draft with its faults: an array of { line, words }.  Each stands above
 * its line, where an editor that goes back to where it was shows it; one
 * without a line is told on top.
 */
char *faults_put(struct arena *a, const char *text, const struct node *faults);

#endif
