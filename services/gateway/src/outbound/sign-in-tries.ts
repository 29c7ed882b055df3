import type { Database } from '@lodging/kit-postgres';
import { SIGN_IN_TRIES, SIGN_IN_WINDOW_MINUTES } from '../domain/operator-session.ts';
import type { SignInTries } from '../use-cases/ports.ts';

/** Tries at once wait for the row, so the condition is always held against all tries before. A refused one changes nothing. */
const TAKE = `
  INSERT INTO sign_in_tries AS t (address, tried_at, last_at) VALUES ($1, ARRAY[$2::timestamptz], $2)
  ON CONFLICT (address) DO UPDATE
     SET tried_at = (t.tried_at || $2::timestamptz)[greatest(1, cardinality(t.tried_at) + 2 - ${SIGN_IN_TRIES}):],
         last_at = greatest(t.last_at, $2)
   WHERE cardinality(t.tried_at) < ${SIGN_IN_TRIES}
      OR t.tried_at[1] <= $2::timestamptz - make_interval(mins => ${SIGN_IN_WINDOW_MINUTES})
  RETURNING address`;

const OLDEST = `SELECT tried_at[1] AS oldest FROM sign_in_tries WHERE address = $1`;

const GIVE_BACK = `
  UPDATE sign_in_tries
     SET tried_at = tried_at[:array_position(tried_at, $2::timestamptz) - 1]
                 || tried_at[array_position(tried_at, $2::timestamptz) + 1:]
   WHERE address = $1 AND $2::timestamptz = ANY (tried_at)`;

export function signInTries(db: Database): SignInTries {
  return {
    take: (address, at) =>
      db.acrossTenants(async (tx) => {
        const taken = await tx.query({ name: 'take-try', text: TAKE, values: [address, at] });
        if (taken.length > 0) return undefined;
        const [row] = await tx.query<{ oldest: Temporal.Instant }>(OLDEST, [address]);
        return { oldest: row?.oldest ?? at };
      }),
    async giveBack(address, at) {
      await db.acrossTenants((tx) =>
        tx.query({ name: 'give-try-back', text: GIVE_BACK, values: [address, at] }),
      );
    },
  };
}
