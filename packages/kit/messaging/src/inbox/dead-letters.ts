import type { Bus } from '../bus/bus.ts';
import type { Database } from '@lodging/kit-postgres';
import { envelope } from '../outbox/event.ts';
import type { Envelope } from '../outbox/event.ts';
import { parseJson } from './read-event.ts';

export interface DeadLetter {
  readonly id: string;
  readonly consumer: string;
  readonly stream: string;
  readonly subject: string;
  /** Null where the message could not be read. */
  readonly tenantId: string | null;
  readonly eventId: string | null;
  readonly error: string;
  readonly attempts: number;
  readonly diedAt: Temporal.Instant;
  readonly replayRequestedAt: Temporal.Instant | null;
  /** When it ended: replayed, or dismissed. */
  readonly replayedAt: Temporal.Instant | null;
  /** Null where it was not dismissed. */
  readonly dismissedReason: string | null;
}

export interface NewDeadLetter {
  readonly consumer: string;
  readonly stream: string;
  readonly subject: string;
  readonly tenantId: string | undefined;
  readonly eventId: string | undefined;
  readonly payload: Uint8Array;
  readonly error: string;
  readonly attempts: number;
}

const INSERT = `
  INSERT INTO dead_letters (consumer, stream, subject, tenant_id, event_id, payload, error, attempts)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (consumer, stream, subject, digest) WHERE replayed_at IS NULL
  DO UPDATE SET error = excluded.error, attempts = excluded.attempts
  RETURNING id, (xmax = 0) AS inserted`;

/** A message has one dead letter while that waits for its replay. `inserted` is false where it existed already. */
export async function insertDeadLetter(
  db: Database,
  letter: NewDeadLetter,
): Promise<{ id: string; inserted: boolean }> {
  const { consumer, stream, subject, tenantId, eventId, payload, error, attempts } = letter;
  const values = [consumer, stream, subject, tenantId ?? null, eventId ?? null, Buffer.from(payload)];
  const [row] = await db.acrossTenants((tx) =>
    tx.query<{ id: string; inserted: boolean }>({
      text: INSERT,
      values: [...values, storable(error), attempts],
    }),
  );
  if (row === undefined) throw new Error('a dead letter could not be inserted');
  return row;
}

/** For a message whose last attempt succeeded. */
export async function deleteDeadLetter(db: Database, id: string): Promise<void> {
  await db.acrossTenants((tx) => tx.query('DELETE FROM dead_letters WHERE id = $1', [id]));
}

/** The last row of a page; `diedAt` has microseconds. */
export interface DeadLetterPosition {
  readonly diedAt: string;
  readonly id: string;
}

export interface DeadLetterFilter {
  readonly consumer?: string | undefined;
  /** Includes replayed letters, which are kept for 30 days. */
  readonly includeReplayed?: boolean;
  readonly limit?: number;
  readonly after?: DeadLetterPosition | null;
}

const COLUMNS = `
  id, consumer, stream, subject, tenant_id AS "tenantId", event_id AS "eventId", error, attempts,
  died_at AS "diedAt", replay_requested_at AS "replayRequestedAt", replayed_at AS "replayedAt",
  dismissed_reason AS "dismissedReason"`;
const LIST = `
  SELECT ${COLUMNS} FROM dead_letters
  WHERE ($1::text IS NULL OR consumer = $1) AND ($2 OR replayed_at IS NULL)
    AND ($4::timestamptz IS NULL OR (died_at, id) > ($4::timestamptz, $5::uuid))
  ORDER BY died_at, id LIMIT $3`;

/** Oldest first. Without the messages, which may contain personal data. */
export function listDeadLetters(db: Database, filter: DeadLetterFilter = {}): Promise<DeadLetter[]> {
  const { consumer = null, includeReplayed = false, limit = 100, after = null } = filter;
  const values = [consumer, includeReplayed, limit, after?.diedAt ?? null, after?.id ?? null];
  return db.acrossTenants((tx) => tx.query<DeadLetter>(LIST, values));
}

/** A dead letter with the size of its message and, where that is an event, its envelope: neither has personal data. */
export interface DeadLetterDetail extends DeadLetter {
  readonly sizeBytes: number;
  readonly envelope: Omit<Envelope, 'data' | 'traceparent' | 'predecessors'> | null;
}

const FIND = `SELECT ${COLUMNS}, payload FROM dead_letters WHERE id = $1`;

export async function findDeadLetter(db: Database, id: string): Promise<DeadLetterDetail | undefined> {
  const [row] = await db.acrossTenants((tx) => tx.query<DeadLetter & { payload: Buffer }>(FIND, [id]));
  if (row === undefined) return undefined;
  const { payload, ...letter } = row;
  return { ...letter, sizeBytes: payload.length, envelope: envelopeOf(payload) };
}

function envelopeOf(payload: Uint8Array): DeadLetterDetail['envelope'] {
  const read = envelope.safeParse(parseJson(payload));
  if (!read.success) return null;
  const { data: _data, traceparent: _traceparent, predecessors: _predecessors, ...rest } = read.data;
  return rest;
}

export type ReplayRequest = 'requested' | 'not-found' | 'already-replayed';

const REQUEST = `
  UPDATE dead_letters SET replay_requested_at = now(), locked_until = NULL
  WHERE id = $1 AND replayed_at IS NULL RETURNING id`;

/**
 * Requests that the consumer of the message processes it again. The consumer's own process does: at once where that is
 * this process, within seconds elsewhere. A failure keeps the dead letter, with the new error.
 */
export async function replayDeadLetter(db: Database, bus: Bus, id: string): Promise<ReplayRequest> {
  const outcome = await db.acrossTenants(async (tx): Promise<ReplayRequest> => {
    const requested = await tx.query(REQUEST, [id]);
    if (requested.length > 0) return 'requested';
    const known = await tx.query('SELECT id FROM dead_letters WHERE id = $1', [id]);
    return known.length > 0 ? 'already-replayed' : 'not-found';
  });
  if (outcome === 'requested') for (const wake of replayListeners.get(bus) ?? []) wake();
  return outcome;
}

export type Dismissal = 'dismissed' | 'not-found' | 'already-ended' | 'being-replayed';

const DISMISS = `
  UPDATE dead_letters SET replayed_at = now(), replay_requested_at = NULL, dismissed_reason = $2
  WHERE id = $1 AND replayed_at IS NULL AND (locked_until IS NULL OR locked_until < now()) RETURNING id`;

/** Ends a dead letter without its event being processed. The row is kept for 30 days, as a replayed one is. */
export function dismissDeadLetter(db: Database, id: string, reason: string): Promise<Dismissal> {
  return db.acrossTenants(async (tx): Promise<Dismissal> => {
    if ((await tx.query(DISMISS, [id, reason])).length > 0) return 'dismissed';
    const [known] = await tx.query<{ ended: boolean }>(
      'SELECT replayed_at IS NOT NULL AS ended FROM dead_letters WHERE id = $1',
      [id],
    );
    if (known === undefined) return 'not-found';
    return known.ended ? 'already-ended' : 'being-replayed';
  });
}

const replayListeners = new WeakMap<Bus, Set<() => void>>();

/** Wakes a consumer of this process. Returns the function that unsubscribes. */
export function onReplayRequest(bus: Bus, wake: () => void): () => void {
  const listeners = replayListeners.get(bus) ?? new Set();
  replayListeners.set(bus, listeners.add(wake));
  return () => listeners.delete(wake);
}

/** Postgres stores neither NUL nor lone surrogates; the first 2,000 characters are enough for an operator. */
export function storable(error: string): string {
  return error.replaceAll('\u0000', '').toWellFormed().slice(0, 2000);
}
