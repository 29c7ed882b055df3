import { errorText } from '@lodging/kit-runtime';
import type { Database } from '@lodging/kit-postgres';
import { storable } from './dead-letters.ts';

interface Replayed {
  readonly id: string;
  readonly subject: string;
  readonly payload: Buffer;
}

const CLAIM = `
  UPDATE dead_letters SET locked_until = now() + interval '1 minute', attempts = attempts + 1
  WHERE id = (
    SELECT id FROM dead_letters
    WHERE consumer = $1 AND stream = $2 AND replay_requested_at IS NOT NULL AND replayed_at IS NULL
      AND (locked_until IS NULL OR locked_until <= now())
    ORDER BY replay_requested_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING id, subject, payload`;
const DONE = 'UPDATE dead_letters SET replayed_at = now(), locked_until = NULL WHERE id = $1';
const FAILED = `
  UPDATE dead_letters SET replay_requested_at = NULL, locked_until = NULL, error = $2
  WHERE id = $1 AND replayed_at IS NULL`;

/** Processes every dead letter of the consumer whose replay is requested. `process` throws where it fails again. */
export async function runReplays(
  db: Database,
  consumer: { readonly durable: string; readonly stream: string },
  process: (subject: string, payload: Uint8Array) => Promise<void>,
): Promise<void> {
  for (;;) {
    const values = [consumer.durable, consumer.stream];
    const [letter] = await db.acrossTenants((tx) => tx.query<Replayed>(CLAIM, values));
    if (letter === undefined) return;
    const error = await failureOf(process(letter.subject, letter.payload));
    await db.acrossTenants((tx) =>
      error === undefined ? tx.query(DONE, [letter.id]) : tx.query(FAILED, [letter.id, storable(error)]),
    );
  }
}

async function failureOf(work: Promise<void>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return errorText(error);
  }
}
