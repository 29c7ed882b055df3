import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { EndpointKey } from '../../domain/endpoints/endpoint.ts';
import type { DeliveryRepository } from '../../ports/deliveries.ts';
import { DELIVERIES_PER_MINUTE, madeBy, minuteOf } from '../deliveries/delivery-budget.ts';

const REQUESTS_PER_MINUTE = 300;
const SPACING = `interval '${60_000 / REQUESTS_PER_MINUTE} milliseconds'`;
const NOW = '$now::timestamptz';
const MADE = madeBy('current', NOW);
/** So many requests are possible in a minute whose deliveries are used up by events. */
const RESERVED = 300;
/**
 * A minute's requests may come at once; after that there is one more for each spacing. Each counts as a delivery of the
 * tenant's minute.
 */
const admit = namedStatement<EndpointKey & { now: Temporal.Instant }>(
  'endpoint_admit',
  `WITH endpoint AS (
     UPDATE webhook_endpoints
     SET request_allowance_at = greatest(coalesce(request_allowance_at, ${NOW}), ${NOW}) + ${SPACING}
     WHERE tenant_id = $tenantId AND id = $endpointId AND deleted_at IS NULL
       AND coalesce(request_allowance_at, ${NOW}) <= ${NOW} + interval '1 minute' - ${SPACING}
     RETURNING id
   )
   INSERT INTO event_positions AS current (tenant_id, last_position, deliveries_since, deliveries_made)
   SELECT $tenantId::uuid, 0, ${NOW}, 1 FROM endpoint
   ON CONFLICT (tenant_id) DO UPDATE SET
     deliveries_since = ${minuteOf('current', NOW)}, deliveries_made = ${MADE} + 1
   WHERE ${MADE} < ${DELIVERIES_PER_MINUTE + RESERVED}
   RETURNING tenant_id`,
);
const findId = namedStatement<EndpointKey>(
  'endpoint_exists',
  'SELECT id FROM webhook_endpoints WHERE tenant_id = $tenantId AND id = $endpointId AND deleted_at IS NULL',
);

export function createAdmission(db: Database): DeliveryRepository['admitRequest'] {
  return (tenantId, endpointId, now) =>
    db.inTenant(tenantId, async (tx) => {
      const key = { tenantId, endpointId };
      const admitted = await tx.query(admit({ ...key, now }));
      if (admitted.length > 0) return 'admitted';
      const known = await tx.query(findId(key));
      return known.length > 0 ? 'limited' : 'not-found';
    });
}
