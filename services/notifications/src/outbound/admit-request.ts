import type { Database } from '@lodging/kit-postgres';
import type { DeliveryRepository } from '../ports.ts';

const REQUESTS_PER_MINUTE = 300;
const SPACING = `interval '${60_000 / REQUESTS_PER_MINUTE} milliseconds'`;
/** A minute's requests may come at once; after that there is one more for each spacing. */
const ADMIT = `
  UPDATE webhook_endpoints
  SET request_allowance_at = greatest(coalesce(request_allowance_at, $3::timestamptz), $3::timestamptz) + ${SPACING}
  WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL
    AND coalesce(request_allowance_at, $3::timestamptz) <= $3::timestamptz + interval '1 minute' - ${SPACING}
  RETURNING id`;
const EXISTS = 'SELECT id FROM webhook_endpoints WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL';

export function createAdmission(db: Database): DeliveryRepository['admitRequest'] {
  return (tenantId, endpointId, now) =>
    db.inTenant(tenantId, async (tx) => {
      const key = [tenantId, endpointId];
      const admitted = await tx.query({ name: 'endpoint_admit', text: ADMIT, values: [...key, now] });
      if (admitted.length > 0) return 'admitted';
      const known = await tx.query({ name: 'endpoint_exists', text: EXISTS, values: key });
      return known.length > 0 ? 'limited' : 'not-found';
    });
}
