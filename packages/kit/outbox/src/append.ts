// Owns the promise that an event is told if, and only if, the change it tells of is committed.
import type { Tx } from '@lodging/kit-postgres';
import { writeEvent } from './event.ts';
import type { EventToPublish } from './event.ts';
import { wakeRelays } from './relay-wakes.ts';

const APPEND = `
  INSERT INTO outbox (tenant_id, id, type, aggregate_id, aggregate_version, occurred_at, envelope, traceparent)
  SELECT * FROM unnest(
    $1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::bigint[], $6::timestamptz[], $7::text[], $8::text[])`;

/** Writes the events in the transaction of the change, in their order, and wakes the relay once it is committed. */
export async function appendToOutbox(tx: Tx, ...events: EventToPublish[]): Promise<void> {
  if (events.length === 0) return;
  const written = events.map(writeEvent);
  await tx.query({
    name: 'outbox_append',
    text: APPEND,
    values: [
      events.map((event) => event.tenantId),
      events.map((event) => event.id),
      events.map((event) => event.type),
      events.map((event) => event.aggregateId),
      events.map((event) => event.aggregateVersion),
      events.map((event) => event.occurredAt.toString()),
      written.map((event) => event.text),
      written.map((event) => event.traceparent),
    ],
  });
  tx.afterCommit(wakeRelays);
}
