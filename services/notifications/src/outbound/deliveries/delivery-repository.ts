import { namedStatement, selectList, sizedPage, sizedPageOf } from '@lodging/kit-postgres';
import type { Database, SizedRow, Tx } from '@lodging/kit-postgres';
import type { ListPosition } from '@lodging/kernel';
import { admitRequest, endpointExists } from '../endpoints/admit-request.ts';
import type { DeliveryRepository, Ping } from '../../ports/deliveries.ts';
import type { Delivery } from '../../domain/deliveries/delivery.ts';
import type { EndpointKey } from '../../domain/endpoints/endpoint.ts';
import { deliveries } from '../schema.ts';

interface EndpointAt extends EndpointKey {
  readonly now: Temporal.Instant;
}

const DELIVERY = ['id', 'eventId', 'eventType', 'status', 'attempts', 'nextAttemptAt', 'createdAt'] as const;
const columns = selectList(deliveries, { only: DELIVERY });

/** Attempts quote the answers of receivers. */
const listWhere = (name: string, condition: string) =>
  namedStatement<EndpointKey & { createdAt: string; id: string; limit: number }>(
    name,
    sizedPage(
      `SELECT ${columns} FROM deliveries
     WHERE tenant_id = $tenantId AND endpoint_id = $endpointId AND (created_at, id) < ($createdAt::timestamptz, $id::uuid)
       ${condition}
     ORDER BY created_at DESC, id DESC LIMIT $limit`,
      '"createdAt" DESC, id DESC',
    ),
  );
/** The status stands in the text: there are indexes of some of them alone. */
const LISTS = {
  all: listWhere('delivery_list', ''),
  pending: listWhere('delivery_list_pending', `AND status = 'pending'`),
  succeeded: listWhere('delivery_list_succeeded', `AND status = 'succeeded'`),
  dead: listWhere('delivery_list_dead', `AND status = 'dead'`),
};
/** A delivery that is requested does not wait for the end of the endpoint's pause. */
const RESUME_ENDPOINT = `
  UPDATE webhook_endpoints SET paused_until = NULL
  WHERE tenant_id = $tenantId AND id = $endpointId AND deleted_at IS NULL RETURNING id`;
/** It is not purged before the end of the transaction; an attempt may end meanwhile. */
const lock = namedStatement<EndpointKey & { id: string }>(
  'delivery_lock',
  `SELECT id FROM deliveries WHERE tenant_id = $tenantId AND endpoint_id = $endpointId AND id = $id FOR KEY SHARE`,
);
/** A delivery with a running attempt keeps its lease: that attempt counts as the requested one. */
const RESTART = `UPDATE deliveries
  SET status = 'pending', asked = true, tries = 0, next_attempt_at = $now, finished_at = NULL`;
const redeliver = namedStatement<EndpointAt & { id: string }>(
  'delivery_redeliver',
  `WITH endpoint AS (${RESUME_ENDPOINT})
   ${RESTART}
   WHERE tenant_id = $tenantId AND endpoint_id = $endpointId AND id = $id AND EXISTS (SELECT FROM endpoint)
   RETURNING ${columns}`,
);
const MAX_REPLAYED = 10_000;
const replay = namedStatement<EndpointAt & { from: Temporal.Instant; to: Temporal.Instant }>(
  'delivery_replay',
  `WITH endpoint AS (${RESUME_ENDPOINT}), replayed AS (
     ${RESTART}
     WHERE tenant_id = $tenantId AND id = ANY (ARRAY(
       SELECT id FROM deliveries
       WHERE tenant_id = $tenantId AND endpoint_id = (SELECT id FROM endpoint)
         AND created_at >= $from AND created_at < $to
       ORDER BY created_at, id LIMIT ${MAX_REPLAYED}))
     RETURNING id)
   SELECT (SELECT count(*) FROM endpoint)::int4 AS endpoints, (SELECT count(*) FROM replayed)::int4 AS deliveries`,
);
const insertPing = namedStatement<EndpointKey & Ping>(
  'delivery_ping',
  `WITH endpoint AS (${RESUME_ENDPOINT})
   INSERT INTO deliveries
     (tenant_id, id, endpoint_id, event_id, event_type, body, asked, next_attempt_at, created_at)
   SELECT $tenantId, $deliveryId, id, $eventId, $type, $body, true, $now::timestamptz, $now::timestamptz FROM endpoint
   RETURNING id`,
);

const NEWEST: ListPosition = { createdAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
const MICROSECONDS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;

export function createDeliveryRepository(db: Database): DeliveryRepository {
  return {
    async list(tenantId, endpointId, { limit, after, status }) {
      const position = after ?? NEWEST;
      if (after !== null && !isInstant(after.createdAt)) return { rows: [], hasMore: false };
      const statement = LISTS[status ?? 'all']({ tenantId, endpointId, ...position, limit: limit + 1 });
      const { rows, hasMore } = sizedPageOf(
        await db.readInTenant<Delivery & SizedRow>(tenantId, statement),
        limit,
      );
      return { rows: rows.map(deliveryFrom), hasMore };
    },
    redeliver: (tenantId, endpointId, id, now) =>
      db.inTenant(tenantId, (tx) => restartDelivery(tx, { tenantId, endpointId }, id, now)),
    replay: (tenantId, endpointId, { from, to }, now) =>
      db.inTenant(tenantId, async (tx) => {
        const statement = replay({ tenantId, endpointId, from, to, now });
        const [row] = await tx.query<{ endpoints: number; deliveries: number }>(statement);
        return row === undefined || row.endpoints === 0 ? undefined : row.deliveries;
      }),
    addPing: (tenantId, endpointId, ping) =>
      db.inTenant(tenantId, async (tx) => {
        const key = { tenantId, endpointId };
        const admission = await admitRequest(tx, key, ping.now);
        if (admission === 'admitted') await tx.query(insertPing({ ...key, ...ping }));
        return admission;
      }),
  };
}

async function restartDelivery(
  tx: Tx,
  key: EndpointKey,
  id: string,
  now: Temporal.Instant,
): ReturnType<DeliveryRepository['redeliver']> {
  const [locked] = await tx.query(lock({ ...key, id }));
  if (locked === undefined) return (await endpointExists(tx, key)) ? 'no-delivery' : 'no-endpoint';
  const admission = await admitRequest(tx, key, now);
  if (admission !== 'admitted') return admission === 'limited' ? 'limited' : 'no-endpoint';
  const [delivery] = await tx.query<Delivery>(redeliver({ ...key, id, now }));
  return delivery ?? 'no-delivery';
}

function isInstant(text: string): boolean {
  if (!MICROSECONDS.test(text)) return false;
  try {
    return Temporal.Instant.from(text).epochMilliseconds > 0;
  } catch {
    return false;
  }
}

/** Without the columns of a sized page. */
function deliveryFrom(row: Delivery): Delivery {
  const { id, eventId, eventType, status, attempts, nextAttemptAt, createdAt } = row;
  return { id, eventId, eventType, status, attempts, nextAttemptAt, createdAt };
}
