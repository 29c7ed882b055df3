import type { Database } from '@lodging/kit-postgres';
import { observeCached } from '@lodging/kit-runtime';
import {
  deliveriesDead,
  deliveriesWaiting,
  endpointsDisabled,
  eventsDeferred,
  oldestDueAge,
} from '../../metrics.ts';

/** A paused endpoint has no due deliveries; those of one that never answered wait for its pace. */
const WAITING = `
  SELECT count(*)::integer AS waiting,
    greatest(0, coalesce(extract(epoch FROM now() - min(delivery.next_attempt_at)
      FILTER (WHERE (endpoint.paused_until IS NULL OR endpoint.paused_until <= now())
        AND (endpoint.last_success_at IS NOT NULL OR endpoint.paced_until IS NULL))), 0))::float8 AS "oldestSeconds",
    (SELECT coalesce(sum(deferred_events), 0) FROM event_positions WHERE deferred_from IS NOT NULL)::float8 AS deferred,
    (SELECT count(*) FROM deliveries
     WHERE status = 'dead' AND finished_at > now() - interval '1 day')::integer AS dead,
    (SELECT count(*) FROM webhook_endpoints WHERE NOT enabled AND deleted_at IS NULL)::integer AS disabled
  FROM deliveries AS delivery
  JOIN webhook_endpoints AS endpoint ON endpoint.tenant_id = delivery.tenant_id AND endpoint.id = delivery.endpoint_id
  WHERE delivery.status = 'pending' AND endpoint.enabled`;

/** Counting tens of thousands of rows takes a while, so the result is cached. */
const CACHE_MS = 15_000;

interface Waiting {
  readonly waiting: number;
  readonly oldestSeconds: number;
  readonly deferred: number;
  readonly dead: number;
  readonly disabled: number;
}

/** Returns the function that ends the observation. */
export function observeDeliveries(db: Database): () => void {
  return observeCached(
    async () => {
      const statement = { name: 'deliveries_waiting', text: WAITING };
      const [row] = await db.acrossTenants((tx) => tx.query<Waiting>(statement));
      return row;
    },
    (row, result) => {
      if (row === undefined) return;
      result.observe(deliveriesWaiting, row.waiting);
      result.observe(eventsDeferred, row.deferred);
      result.observe(oldestDueAge, row.oldestSeconds);
      result.observe(deliveriesDead, row.dead);
      result.observe(endpointsDisabled, row.disabled);
    },
    CACHE_MS,
  );
}
