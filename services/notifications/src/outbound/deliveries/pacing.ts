import { namedStatement } from '@lodging/kit-postgres';

/** Of an endpoint that has never answered with 2xx: it is not known yet whether its host accepts webhooks. */
const ATTEMPT_SPACING = `interval '1 second'`;
/** Of all such endpoints of one host, over all tenants: five attempts a second. */
const HOST_SPACING = `interval '200 milliseconds'`;

/** A time further ahead than any spacing was written by a process with a wrong clock. */
const isFree = (time: string, now: string) =>
  `(${time} IS NULL OR ${time} <= ${now} OR ${time} > ${now} + ${ATTEMPT_SPACING})`;

/** True if the endpoint in scope is paced; `isOn` is a parameter of the statement. */
export const isPaced = (isOn: string) => `(${isOn}::boolean AND last_success_at IS NULL)`;

/** True if a paced endpoint in scope, and its host, may be tried now. */
export const mayBeTried = (now: string) => `(${isFree('paced_until', now)} AND NOT EXISTS (
  SELECT FROM webhook_hosts WHERE name = host AND NOT ${isFree('next_attempt_at', now)}))`;

/**
 * For the endpoint of `$tenantId` and `$endpointId`, where the row `paced` has its host: the next attempt of the host, and that of the endpoint.
 * Both changes look at the newest version of their row, so that one of several processes gets the attempt.
 */
export const takeSlot = (now: string) => `
  slot_of_host AS (
    INSERT INTO webhook_hosts AS current (name, next_attempt_at)
    SELECT host, ${now} + ${HOST_SPACING} FROM paced
    ON CONFLICT (name) DO UPDATE SET next_attempt_at = excluded.next_attempt_at
    WHERE ${isFree('current.next_attempt_at', now)}
    RETURNING name
  ), slot AS (
    UPDATE webhook_endpoints SET paced_until = ${now} + ${ATTEMPT_SPACING}
    WHERE tenant_id = $tenantId AND id = $endpointId AND ${isFree('paced_until', now)} AND EXISTS (SELECT FROM slot_of_host)
    RETURNING id
  )`;

export const purgeHosts = namedStatement<{ now: Temporal.Instant }>(
  'webhook_hosts_purge',
  `DELETE FROM webhook_hosts WHERE next_attempt_at < $now::timestamptz - interval '1 day' RETURNING name`,
);
