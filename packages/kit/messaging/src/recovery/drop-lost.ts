import type { Database, Tx } from '@lodging/kit-postgres';

export interface EventToDrop {
  readonly id: string;
  readonly tenantId: string;
  readonly aggregateId: string;
}

const MARK = `
  INSERT INTO inbox (tenant_id, consumer, event_id)
  SELECT $1::uuid, $2, id FROM unnest($3::uuid[]) AS lost (id) ON CONFLICT DO NOTHING RETURNING event_id::text AS id`;
const UNDEFER = `
  DELETE FROM deferred_events WHERE tenant_id = $1 AND consumer = $2 AND event_id = ANY ($3::uuid[])`;

/** Runs in the transaction of the marks, with the events that had none. */
export type OnDropped = (tx: Tx, tenantId: string, events: readonly EventToDrop[]) => Promise<void>;

/**
 * Marks events as processed that their publisher has lost. One that is still on its way, an expiry or a cancellation, would
 * otherwise end a stay that its owner knows as alive. Returns how many had no mark.
 */
export async function dropLostEvents(
  { db, consumer, onDropped }: { db: Database; consumer: string; onDropped?: OnDropped | undefined },
  events: readonly EventToDrop[],
): Promise<number> {
  let dropped = 0;
  for (const [tenantId, own] of Map.groupBy(events, (event) => event.tenantId)) {
    const values = [tenantId, consumer, own.map(({ id }) => id)];
    dropped += await db.inTenant(tenantId, async (tx) => {
      const marked = new Set((await tx.query<{ id: string }>(MARK, values)).map(({ id }) => id));
      await tx.query(UNDEFER, values);
      const fresh = own.filter(({ id }) => marked.has(id));
      if (fresh.length > 0) await onDropped?.(tx, tenantId, fresh);
      return fresh.length;
    });
  }
  return dropped;
}
