/* err.c: one error, written once, where the failure is first known */
#include "base/err.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int
err_set(struct err *e, int code, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(e->msg, sizeof e->msg, fmt, ap);
	va_end(ap);
	e->code = code;
	return code;
}

void
err_prefix(struct err *e, const char *fmt, ...)
{
	char old[sizeof e->msg];
	va_list ap;
	size_t n;

	memcpy(old, e->msg, sizeof old);
	va_start(ap, fmt);
	vsnprintf(e->msg, sizeof e->msg, fmt, ap);
	va_end(ap);
	n = strlen(e->msg);
	snprintf(e->msg + n, sizeof e->msg - n, ": %.*s",
	    (int)(sizeof e->msg - n), old);
}

int
err_unverified(struct err *e)
{
	if (e->code == ERR_INPUT)
		e->code = ERR_VERIFY;
	return e->code;
}

int
err_status(int code)
{
	return code == ERR_SYSTEM ? 1 : code;
}

int
err_errno(struct err *e, const char *path)
{
	return err_set(e, ERR_SYSTEM, "%s: %s", path, strerror(errno));
}
