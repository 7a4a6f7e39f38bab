/* request.h: the desk for other programs and pages: JSON in, JSON out */
#ifndef IACTA_DESK_REQUEST_H
#define IACTA_DESK_REQUEST_H

#include <stddef.h>

struct arena;
struct err;
struct str;

#define REQUEST_MAX (16u << 20)

/*
 * Answer one request:
 *
 *	{ "do": "sheet" | "try" | "rehearse" | "short",
 *	  "files": { "game.toml": "...", "turn.toml": "...",
 *	      "checkpoint.toml": "...", "rules/...": "...", and where the
 *	      checkpoint has rolls "dice/N.toml", that of exchange N },
 *	  "side": "purple",
 *	  "hand": ["..."],			what its key opened
 *	  "standing": { "orders": [], "doctrine": [] },	its own
 *	  "paper": { "order": [], "answer": [], "doctrine": [] },
 *	  "suppose": [],			the enemy's doctrine
 *	  "runs": 200, "seed": 1,		rehearse
 *	  "all": true, "turn": "", "nonce": "", "revision": 1,	sheet
 *	  "line": "move legio-3 2503" }		short
 *
 * The reply is one line: what `orders --json` and `check --json` print, or {
 * "error": "..." }; the code is then also returned.  Nothing is verified: no
 * hashes, no signatures.  It needs nothing that a browser has not got.
 */
int desk_request(struct err *e, struct arena *a, const char *json, size_t len,
	struct str *out);

#endif
