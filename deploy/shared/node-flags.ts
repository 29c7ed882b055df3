/** Small heaps: six services and three servers share a laptop. */
export const NODE_FLAGS = [
  '--max-old-space-size=96',
  '--max-semi-space-size=2',
  '--disable-warning=ExperimentalWarning',
];

/**
 * The allocator of glibc otherwise keeps a pool of memory for each thread, and what it freed for itself: 10 MB a process
 * each, at no gain in speed.
 */
export const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };
