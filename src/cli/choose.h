/* choose.h: a question at the terminal that a letter answers */
#ifndef IACTA_CLI_CHOOSE_H
#define IACTA_CLI_CHOOSE_H

/*
 * Ask `prompt` on stderr until the line that comes is one of `words`
 * ("yes edit no"), its first letter, or empty.  Returns the letter, '\n' for
 * an empty line, and 0 at the end of the input and when the user interrupts
 * it.  A line that is none of them is answered with the words: half a typing
 * error must not sign anything, nor throw anything away.
 */
int choose(const char *prompt, const char *words);

#endif
