import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { Recovery, StayKnowledge } from '@lodging/operations';
import { DEFERRED_DELIVERIES } from '../deliveries/subscribed.ts';

/** A clock of microseconds is ahead of every position that was ever given: a tenant never had a million events a second. */
const NOW = `(extract(epoch FROM clock_timestamp()) * 1000000)::bigint`;
const leap = namedStatement<object>(
  'event_positions_leap',
  `UPDATE event_positions SET last_position = greatest(last_position, ${NOW})`,
);
const leapOfTenant = namedStatement<{ tenantId: string }>(
  'event_positions_leap_of_tenant',
  `
  INSERT INTO event_positions AS current (tenant_id, last_position) VALUES ($tenantId::uuid, ${NOW})
  ON CONFLICT (tenant_id) DO UPDATE SET last_position = greatest(current.last_position, excluded.last_position)`,
);

/** Receivers have seen the numbers of these events: the next one of each reservation is beyond them. */
const skipSequences = namedStatement<{ tenantId: string; reservationIds: readonly string[] }>(
  'event_sequences_skip',
  `
  INSERT INTO event_sequences AS current (tenant_id, reservation_id, last_sequence)
  SELECT $tenantId::uuid, id, count(*) FROM unnest($reservationIds::uuid[]) AS lost (id) GROUP BY id ORDER BY id
  ON CONFLICT (tenant_id, reservation_id)
  DO UPDATE SET last_sequence = current.last_sequence + excluded.last_sequence, touched_at = now()`,
);

const lookUp = namedStatement<{ tenantIds: readonly string[]; ids: readonly string[] }>(
  'event_log_look_up',
  `
  SELECT stay.id::text, count(DISTINCT event.id)::int AS "eventsInLog", max(event.type) FILTER (WHERE event.sequence = (
      SELECT max(latest.sequence) FROM events AS latest
      WHERE latest.tenant_id = stay.tenant_id AND latest.reservation_id = stay.id)) AS "lastInLog",
    count(delivery.id) FILTER (WHERE delivery.status = 'succeeded')::int AS delivered,
    (count(delivery.id) FILTER (WHERE delivery.status = 'pending') + (
      SELECT count(*) FROM ${DEFERRED_DELIVERIES}
      WHERE event.tenant_id = stay.tenant_id AND event.reservation_id = stay.id))::int AS waiting,
    count(delivery.id) FILTER (WHERE delivery.status = 'dead')::int AS undelivered
  FROM unnest($tenantIds::uuid[], $ids::uuid[]) AS stay (tenant_id, id)
  JOIN events AS event ON event.tenant_id = stay.tenant_id AND event.reservation_id = stay.id
  LEFT JOIN deliveries AS delivery ON delivery.tenant_id = event.tenant_id AND delivery.event_id = event.id
  GROUP BY stay.tenant_id, stay.id`,
);

type KnowledgeRow = Record<string, string | number | null> & { readonly id: string };

export function createRecovery(db: Database): Recovery {
  return {
    prepare: () => db.acrossTenants(async (tx) => void (await tx.query(leap({})))),
    async onDropped(tx, tenantId, events) {
      const reservationIds = events.map(({ aggregateId }) => aggregateId);
      await tx.query(skipSequences({ tenantId, reservationIds }));
      await tx.query(leapOfTenant({ tenantId }));
    },
    async lookUp(stays) {
      const statement = lookUp({
        tenantIds: stays.map(({ tenantId }) => tenantId),
        ids: stays.map(({ id }) => id),
      });
      const rows = await db.acrossTenants((tx) => tx.query<KnowledgeRow>(statement));
      return rows.map(({ id, ...knows }): StayKnowledge => ({ id, knows }));
    },
  };
}
