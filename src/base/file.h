/* file.h: whole files in and out, durably */
#ifndef IACTA_BASE_FILE_H
#define IACTA_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;

/*
 * Read the whole of a regular file (or "-" for standard input) into the
 * arena; NUL-terminated beyond its length.  More than `max` bytes is refused
 * with ERR_INPUT.
 */
int file_read(struct err *e, struct arena *a, const char *path, size_t max,
	char **out, size_t *len) __attribute__((warn_unused_result));

/*
 * Write a file so that a crash leaves the old one or the new one: temp file
 * in the same directory, exact `mode` whatever the umask, fsync, rename,
 * fsync of the directory.
 */
int file_write(struct err *e, const char *path, const char *s, size_t len,
	unsigned mode) __attribute__((warn_unused_result));

/* May file_write write there?  ERR_INPUT where something else than a file is
 * in its place: a device, a directory. */
int file_check_target(struct err *e, const char *path)
	__attribute__((warn_unused_result));

/* As file_write, but refuses when `path` already exists. */
int file_write_new(struct err *e, const char *path, const char *s, size_t len,
	unsigned mode) __attribute__((warn_unused_result));

bool file_exists(const char *path);
/* mkdir -p with this exact mode for what is made. */
int file_mkdirs(struct err *e, const char *path, unsigned mode)
	__attribute__((warn_unused_result));
/* The names in a directory (not . and ..) in byte order. */
int file_list(struct err *e, struct arena *a, const char *path,
	char ***names, size_t *n) __attribute__((warn_unused_result));
/* ... of those that begin so: the others of a large directory cost little. */
int file_list_of(struct err *e, struct arena *a, const char *path,
	const char *prefix, char ***names, size_t *n)
	__attribute__((warn_unused_result));
/* fsync a directory. */
int file_sync_dir(struct err *e, const char *path)
	__attribute__((warn_unused_result));

#endif
