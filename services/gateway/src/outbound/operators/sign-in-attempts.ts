import { namedStatement } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';
import { SIGN_IN_WINDOW_MINUTES } from '../../domain/operators/operator-session.ts';
import type { SignInAttempts, SignInCounter } from '../../ports/operators.ts';

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

interface FullRow {
  /** The place of the counter in the list, from 1. */
  readonly place: number;
  readonly oldest: Temporal.Instant;
}

/** Waits for no lock: most attempts at an account that is refused end here, and write nothing. */
const findFull = namedStatement<{
  readonly subjects: readonly Uint8Array[];
  readonly most: readonly number[];
  readonly at: Temporal.Instant;
}>(
  'find-full-sign-in-counter',
  `SELECT given.place::integer AS place, t.tried_at[1] AS oldest
     FROM unnest($subjects::bytea[], $most::integer[]) WITH ORDINALITY AS given (address, most, place)
     JOIN sign_in_tries AS t ON t.address = given.address
    WHERE cardinality(t.tried_at) >= given.most
      AND t.tried_at[1] > $at::timestamptz - make_interval(mins => ${SIGN_IN_WINDOW_MINUTES})
    ORDER BY given.place LIMIT 1`,
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
    add: (counters, at) =>
      db.acrossTenants(async (tx) => {
        const full = await readFull(tx, counters, at);
        return full ?? addToAll(tx, counters, at);
      }),
    async release(counters, at) {
      await db.acrossTenants((tx) => releaseAll(tx, counters, at));
    },
  };
}

async function readFull<Counter extends SignInCounter>(
  tx: Tx,
  counters: readonly Counter[],
  at: Temporal.Instant,
) {
  const [subjects, most] = [counters.map(({ subject }) => subject), counters.map(({ max }) => max)];
  const [row] = await tx.query<FullRow>(findFull({ subjects, most, at }));
  const full = row && counters[row.place - 1];
  return full && { full, oldest: row.oldest };
}

/**
 * The counters are locked in their order: networks before accounts, narrow networks before wide ones. So no two attempts
 * lock crosswise.
 */
async function addToAll<Counter extends SignInCounter>(
  tx: Tx,
  counters: readonly Counter[],
  at: Temporal.Instant,
) {
  for (const [place, counter] of counters.entries()) {
    const added = await tx.query(addAttempt({ ...counter, at }));
    if (added.length > 0) continue;
    await releaseAll(tx, counters.slice(0, place), at);
    return (await readFull(tx, [counter], at)) ?? { full: counter, oldest: at };
  }
  return undefined;
}

async function releaseAll(tx: Tx, counters: readonly SignInCounter[], at: Temporal.Instant): Promise<void> {
  for (const { subject } of counters) await tx.query(releaseAttempt({ subject, at }));
}
