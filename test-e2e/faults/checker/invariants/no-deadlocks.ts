import type { Invariant } from '../evidence.ts';

/** The database ends a deadlock, and the transaction runs again: clients see a second of delay, and no failure. */
export const noDeadlocks: Invariant = {
  name: 'deadlocks',
  promise: 'Locks are taken in one order, so that no two transactions wait for each other.',
  check: ({ state: { deadlocks } }) => (deadlocks === 0 ? [] : [`the database ended ${deadlocks} deadlocks`]),
};
