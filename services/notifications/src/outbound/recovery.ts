import type { Database } from '@lodging/kit-postgres';
import type { Recovery, StayKnowledge } from '@lodging/kit-messaging';

/** A clock of microseconds is ahead of every position that was ever given: a tenant never had a million events a second. */
const NOW = `(extract(epoch FROM clock_timestamp()) * 1000000)::bigint`;
const LEAP = `UPDATE event_positions SET last_position = greatest(last_position, ${NOW})`;
const LEAP_OF_TENANT = `
  INSERT INTO event_positions AS current (tenant_id, last_position) VALUES ($1::uuid, ${NOW})
  ON CONFLICT (tenant_id) DO UPDATE SET last_position = greatest(current.last_position, excluded.last_position)`;

/** Receivers have seen the numbers of these events: the next one of each reservation is beyond them. */
const SKIP_SEQUENCES = `
  INSERT INTO event_sequences AS current (tenant_id, reservation_id, last_sequence)
  SELECT $1::uuid, id, count(*) FROM unnest($2::uuid[]) AS lost (id) GROUP BY id ORDER BY id
  ON CONFLICT (tenant_id, reservation_id)
  DO UPDATE SET last_sequence = current.last_sequence + excluded.last_sequence, touched_at = now()`;

const TOLD = `
  SELECT stay.id::text, count(DISTINCT event.id)::int AS "eventsInLog", max(event.type) FILTER (WHERE event.sequence = (
      SELECT max(latest.sequence) FROM events AS latest
      WHERE latest.tenant_id = stay.tenant_id AND latest.reservation_id = stay.id)) AS "lastInLog",
    count(delivery.id) FILTER (WHERE delivery.status = 'succeeded')::int AS delivered,
    count(delivery.id) FILTER (WHERE delivery.status = 'pending')::int AS waiting,
    count(delivery.id) FILTER (WHERE delivery.status = 'dead')::int AS undelivered
  FROM unnest($1::uuid[], $2::uuid[]) AS stay (tenant_id, id)
  JOIN events AS event ON event.tenant_id = stay.tenant_id AND event.reservation_id = stay.id
  LEFT JOIN deliveries AS delivery ON delivery.tenant_id = event.tenant_id AND delivery.event_id = event.id
  GROUP BY stay.tenant_id, stay.id`;

type Told = Record<string, string | number | null> & { readonly id: string };

export function createRecovery(db: Database): Recovery {
  return {
    prepare: () => db.acrossTenants(async (tx) => void (await tx.query(LEAP))),
    async onDropped(tx, tenantId, events) {
      await tx.query(SKIP_SEQUENCES, [tenantId, events.map(({ aggregateId }) => aggregateId)]);
      await tx.query(LEAP_OF_TENANT, [tenantId]);
    },
    async lookUp(stays) {
      const values = [stays.map(({ tenantId }) => tenantId), stays.map(({ id }) => id)];
      const rows = await db.acrossTenants((tx) => tx.query<Told>(TOLD, values));
      return rows.map(({ id, ...knows }): StayKnowledge => ({ id, knows }));
    },
  };
}
