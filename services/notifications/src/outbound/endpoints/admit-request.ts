import { namedStatement } from '@lodging/kit-postgres';
import type { Tx } from '@lodging/kit-postgres';
import type { EndpointKey } from '../../domain/endpoints/endpoint.ts';
import { DELIVERIES_PER_MINUTE, madeBy, minuteOf } from '../deliveries/delivery-budget.ts';

const REQUESTS_PER_MINUTE = 300;
const SPACING = `interval '${60_000 / REQUESTS_PER_MINUTE} milliseconds'`;
const NOW = '$now::timestamptz';
const MADE = madeBy('current', NOW);
/** So many requests are possible in a minute whose deliveries are used up by events. */
const RESERVED = 300;
/**
 * A minute's requests may come at once; after that there is one more for each spacing. Each counts as a delivery of the
 * tenant's minute. The endpoint is locked as an update of it locks it, before the tenant's position, as where events are
 * logged. Its own allowance moves last: nothing is written where either of the two has no room.
 */
const admit = namedStatement<EndpointKey & { now: Temporal.Instant }>(
  'endpoint_admit',
  `WITH endpoint AS (
     SELECT id FROM webhook_endpoints
     WHERE tenant_id = $tenantId AND id = $endpointId AND deleted_at IS NULL
       AND coalesce(request_allowance_at, ${NOW}) <= ${NOW} + interval '1 minute' - ${SPACING}
     FOR NO KEY UPDATE
   ), counted AS (
     INSERT INTO event_positions AS current (tenant_id, last_position, deliveries_since, deliveries_made)
     SELECT $tenantId::uuid, 0, ${NOW}, 1 FROM endpoint
     ON CONFLICT (tenant_id) DO UPDATE SET
       deliveries_since = ${minuteOf('current', NOW)}, deliveries_made = ${MADE} + 1
     WHERE ${MADE} < ${DELIVERIES_PER_MINUTE + RESERVED}
     RETURNING tenant_id
   )
   UPDATE webhook_endpoints
   SET request_allowance_at = greatest(coalesce(request_allowance_at, ${NOW}), ${NOW}) + ${SPACING}
   WHERE tenant_id = $tenantId AND id = $endpointId AND EXISTS (SELECT FROM counted)
   RETURNING id`,
);
const findId = namedStatement<EndpointKey>(
  'endpoint_exists',
  'SELECT id FROM webhook_endpoints WHERE tenant_id = $tenantId AND id = $endpointId AND deleted_at IS NULL',
);

/** Counts a ping or a redelivery, in the transaction that queues it. */
export async function admitRequest(
  tx: Tx,
  key: EndpointKey,
  now: Temporal.Instant,
): Promise<'admitted' | 'limited' | 'not-found'> {
  const admitted = await tx.query(admit({ ...key, now }));
  if (admitted.length > 0) return 'admitted';
  return (await endpointExists(tx, key)) ? 'limited' : 'not-found';
}

export async function endpointExists(tx: Tx, key: EndpointKey): Promise<boolean> {
  return (await tx.query(findId(key))).length > 0;
}
