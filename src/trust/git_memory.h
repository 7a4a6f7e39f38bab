/* git_memory.h: libgit2 with an allocator that never returns NULL */
#ifndef IACTA_TRUST_GIT_MEMORY_H
#define IACTA_TRUST_GIT_MEMORY_H

/*
 * Where there is no more memory libgit2 may follow a NULL; ours says so and
 * ends the program.  Before git_libgit2_init; less than 0 if it fails.
 */
int git_memory_use(void);

#endif
