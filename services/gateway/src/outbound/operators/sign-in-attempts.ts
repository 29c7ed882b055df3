import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { SIGN_IN_WINDOW_MINUTES } from '../../domain/operators/operator-session.ts';
import type { SignInAttempts } from '../../ports/operators.ts';

interface Attempt {
  readonly subject: Uint8Array;
  readonly at: Temporal.Instant;
}

/**
 * Concurrent attempts wait for the row lock, so each is checked against all earlier ones. The array keeps the attempts
 * that can still matter. Where the limit is reached, nothing is written and no row returned.
 */
const addAttempt = namedStatement<Attempt & { readonly max: number }>(
  'add-sign-in-attempt',
  `INSERT INTO sign_in_tries AS t (address, tried_at, last_at) VALUES ($subject, ARRAY[$at::timestamptz], $at)
   ON CONFLICT (address) DO UPDATE
      SET tried_at = (t.tried_at || $at::timestamptz)[greatest(1, cardinality(t.tried_at) + 2 - $max::int):],
          last_at = greatest(t.last_at, $at)
    WHERE cardinality(t.tried_at) < $max::int
       OR t.tried_at[1] <= $at::timestamptz - make_interval(mins => ${SIGN_IN_WINDOW_MINUTES})
   RETURNING address`,
);

const findOldest = namedStatement<{ readonly subject: Uint8Array }>(
  'find-oldest-sign-in-attempt',
  'SELECT tried_at[1] AS oldest FROM sign_in_tries WHERE address = $subject',
);

const releaseAttempt = namedStatement<Attempt>(
  'release-sign-in-attempt',
  `UPDATE sign_in_tries
      SET tried_at = tried_at[:array_position(tried_at, $at::timestamptz) - 1]
                  || tried_at[array_position(tried_at, $at::timestamptz) + 1:]
    WHERE address = $subject AND $at::timestamptz = ANY (tried_at)`,
);

export function createSignInAttempts(db: Database): SignInAttempts {
  return {
    add: (subject, at, max) =>
      db.acrossTenants(async (tx) => {
        const added = await tx.query(addAttempt({ subject, at, max }));
        if (added.length > 0) return undefined;
        const [row] = await tx.query<{ oldest: Temporal.Instant }>(findOldest({ subject }));
        return { oldest: row?.oldest ?? at };
      }),
    async release(subject, at) {
      await db.acrossTenants((tx) => tx.query(releaseAttempt({ subject, at })));
    },
  };
}
