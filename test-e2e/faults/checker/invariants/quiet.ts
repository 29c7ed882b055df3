import type { Invariant } from '../evidence.ts';

/** After the last fault all that is under way ends by itself. */
export const quiet: Invariant = {
  name: 'quiet',
  promise: 'Within 60 s after the last fault nothing is left to do.',
  check: ({ state: { unfinished, quietAfterMs } }) =>
    unfinished.map(
      (what) =>
        `after 60 s: ${what} (quiet after ${quietAfterMs === null ? 'more than 150 s' : `${Math.round(quietAfterMs / 1000)} s`})`,
    ),
};
