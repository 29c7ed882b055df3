import type { Database, Tx } from '@lodging/kit-postgres';
import { duplicates } from './message-metrics.ts';

/** An event as one consumer knows it. */
export interface Seen {
  readonly consumer: string;
  readonly eventId: string;
}

const INSERT = `
  INSERT INTO inbox (tenant_id, consumer, event_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING event_id`;
const FIND = 'SELECT event_id FROM inbox WHERE tenant_id = $1 AND consumer = $2 AND event_id = $3';

/** Events whose mark is known to be committed in this process; spares a second insert after the handler. */
const committed = new WeakSet<Seen>();

/**
 * Marks the event in the transaction of its effect. False: the effect is already committed, so do nothing. A concurrent
 * duplicate waits here until the first is decided.
 */
export async function markSeen(tx: Tx, tenantId: string, seen?: Seen): Promise<boolean> {
  if (seen === undefined) return true;
  const values = [tenantId, seen.consumer, seen.eventId];
  const rows = await tx.query({ name: 'inbox_mark', text: INSERT, values });
  tx.afterCommit(() => committed.add(seen));
  if (rows.length === 0) duplicates.add(1, { 'messaging.consumer.group.name': seen.consumer });
  return rows.length === 1;
}

/** For an effect that is one statement and marks the event itself: tells that it is committed. */
export function noteSeen(seen: Seen): void {
  committed.add(seen);
}

export async function isSeen(db: Database, tenantId: string, seen: Seen): Promise<boolean> {
  const values = [tenantId, seen.consumer, seen.eventId];
  const rows = await db.readInTenant(tenantId, { name: 'inbox_find', text: FIND, values });
  return rows.length > 0;
}

/** For handlers whose effect is not in this database, or idempotent by itself. */
export async function rememberSeen(db: Database, tenantId: string, seen: Seen): Promise<void> {
  if (committed.has(seen)) return;
  await db.inTenant(tenantId, (tx) => markSeen(tx, tenantId, seen));
}
