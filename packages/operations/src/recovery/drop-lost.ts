import { namedStatement } from '@lodging/kit-postgres';
import type { Database, Tx } from '@lodging/kit-postgres';

export interface EventToDrop {
  readonly id: string;
  readonly tenantId: string;
  readonly aggregateId: string;
}

interface Marks {
  readonly tenantId: string;
  readonly consumer: string;
  readonly eventIds: readonly string[];
}

const mark = namedStatement<Marks>(
  'drop_lost_mark',
  `
  INSERT INTO inbox (tenant_id, consumer, event_id)
  SELECT $tenantId::uuid, $consumer, id FROM unnest($eventIds::uuid[]) AS lost (id) ON CONFLICT DO NOTHING RETURNING event_id::text AS id`,
);
const deleteDeferred = namedStatement<Marks>(
  'drop_lost_deferred',
  `
  DELETE FROM deferred_events WHERE tenant_id = $tenantId AND consumer = $consumer AND event_id = ANY ($eventIds::uuid[])`,
);

/** Runs in the transaction that marks events as lost, with the newly marked ones. */
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
    const marks = { tenantId, consumer, eventIds: own.map(({ id }) => id) };
    dropped += await db.inTenant(tenantId, async (tx) => {
      const marked = new Set((await tx.query<{ id: string }>(mark(marks))).map(({ id }) => id));
      await tx.query(deleteDeferred(marks));
      const fresh = own.filter(({ id }) => marked.has(id));
      if (fresh.length > 0) await onDropped?.(tx, tenantId, fresh);
      return fresh.length;
    });
  }
  return dropped;
}
