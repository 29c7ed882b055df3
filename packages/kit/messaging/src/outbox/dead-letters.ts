import type { Bus } from '../bus.ts';
import type { Database } from '@lodging/kit-postgres';
import { envelope } from './event.ts';
import type { Envelope } from './event.ts';
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
  readonly replayedAt: Temporal.Instant | null;
}

export interface Burial {
  readonly consumer: string;
  readonly stream: string;
  readonly subject: string;
  readonly tenantId: string | undefined;
  readonly eventId: string | undefined;
  readonly payload: Uint8Array;
  readonly error: string;
  readonly attempts: number;
}

const BURY = `
  INSERT INTO dead_letters (consumer, stream, subject, tenant_id, event_id, payload, error, attempts)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (consumer, stream, subject, digest) WHERE replayed_at IS NULL
  DO UPDATE SET error = excluded.error, attempts = excluded.attempts
  RETURNING id, (xmax = 0) AS made`;

/** The same message is buried once while it waits. `made` is false where it was there already. */
export async function insertDeadLetter(db: Database, burial: Burial): Promise<{ id: string; made: boolean }> {
  const { consumer, stream, subject, tenantId, eventId, payload, error, attempts } = burial;
  const values = [consumer, stream, subject, tenantId ?? null, eventId ?? null, Buffer.from(payload)];
  const [row] = await db.acrossTenants((tx) =>
    tx.query<{ id: string; made: boolean }>({ text: BURY, values: [...values, storable(error), attempts] }),
  );
  if (row === undefined) throw new Error('a dead letter was not kept');
  return row;
}

/** Takes a letter back whose message came to its effect after all. */
export async function deleteDeadLetter(db: Database, id: string): Promise<void> {
  await db.acrossTenants((tx) => tx.query('DELETE FROM dead_letters WHERE id = $1', [id]));
}

/** Where a page ended; `diedAt` is exact to the microsecond. */
export interface DeadLetterPosition {
  readonly diedAt: string;
  readonly id: string;
}

export interface DeadLetterFilter {
  readonly consumer?: string | undefined;
  /** Those already replayed too; they are kept for 30 days. */
  readonly includeReplayed?: boolean;
  readonly limit?: number;
  readonly after?: DeadLetterPosition | null;
}

const COLUMNS = `
  id, consumer, stream, subject, tenant_id AS "tenantId", event_id AS "eventId", error, attempts,
  died_at AS "diedAt", replay_requested_at AS "replayRequestedAt", replayed_at AS "replayedAt"`;
const LIST = `
  SELECT ${COLUMNS} FROM dead_letters
  WHERE ($1::text IS NULL OR consumer = $1) AND ($2 OR replayed_at IS NULL)
    AND ($4::timestamptz IS NULL OR (died_at, id) > ($4::timestamptz, $5::uuid))
  ORDER BY died_at, id LIMIT $3`;

/** Oldest first; without the messages themselves, which may name guests. */
export function listDeadLetters(db: Database, filter: DeadLetterFilter = {}): Promise<DeadLetter[]> {
  const { consumer = null, includeReplayed = false, limit = 100, after = null } = filter;
  const values = [consumer, includeReplayed, limit, after?.diedAt ?? null, after?.id ?? null];
  return db.acrossTenants((tx) => tx.query<DeadLetter>(LIST, values));
}

/** A letter with what of its message names no guest: how large it is, and its envelope where it is an event. */
export interface WholeDeadLetter extends DeadLetter {
  readonly sizeBytes: number;
  readonly envelope: Omit<Envelope, 'data' | 'traceparent'> | null;
}

const FIND = `SELECT ${COLUMNS}, payload FROM dead_letters WHERE id = $1`;

export async function findDeadLetter(db: Database, id: string): Promise<WholeDeadLetter | undefined> {
  const [row] = await db.acrossTenants((tx) => tx.query<DeadLetter & { payload: Buffer }>(FIND, [id]));
  if (row === undefined) return undefined;
  const { payload, ...letter } = row;
  return { ...letter, sizeBytes: payload.length, envelope: envelopeOf(payload) };
}

function envelopeOf(payload: Uint8Array): WholeDeadLetter['envelope'] {
  const read = envelope.safeParse(parseJson(payload));
  if (!read.success) return null;
  const { data: _data, traceparent: _traceparent, ...rest } = read.data;
  return rest;
}

export type ReplayRequest = 'requested' | 'not-found' | 'already-replayed';

const REQUEST = `
  UPDATE dead_letters SET replay_requested_at = now(), locked_until = NULL
  WHERE id = $1 AND replayed_at IS NULL RETURNING id`;

/**
 * Hands the message to its consumer again, and to no other. The consumer's own process runs it: at once where that is
 * this one, within seconds elsewhere. A failure keeps the letter, with the new error.
 */
export async function replayDeadLetter(db: Database, bus: Bus, id: string): Promise<ReplayRequest> {
  const outcome = await db.acrossTenants(async (tx): Promise<ReplayRequest> => {
    const requested = await tx.query(REQUEST, [id]);
    if (requested.length > 0) return 'requested';
    const known = await tx.query('SELECT id FROM dead_letters WHERE id = $1', [id]);
    return known.length > 0 ? 'already-replayed' : 'not-found';
  });
  if (outcome === 'requested') for (const wake of replaysOn.get(bus) ?? []) wake();
  return outcome;
}

const replaysOn = new WeakMap<Bus, Set<() => void>>();

/** Lets a consumer of this process hear of replays at once. Returns the way to leave again. */
export function onReplayRequest(bus: Bus, wake: () => void): () => void {
  const wakes = replaysOn.get(bus) ?? new Set();
  replaysOn.set(bus, wakes.add(wake));
  return () => wakes.delete(wake);
}

/** Postgres keeps neither NUL nor lone surrogates, and an operator reads the beginning. */
export function storable(error: string): string {
  return error.replaceAll('\u0000', '').toWellFormed().slice(0, 2000);
}
