/**
 * Whether an endpoint receives an event of its tenant. It gets what is logged while it exists, but nothing that is clearly
 * older than itself: the times of an event and of an endpoint come from clocks that may differ by minutes.
 */
export const isSubscribed = (endpoint: string, event: string) => `
  ${endpoint}.enabled AND ${endpoint}.deleted_at IS NULL AND ${event}.type = ANY (${endpoint}.event_types)
  AND ${endpoint}.created_at <= ${event}.occurred_at + interval '15 minutes'`;

/** For an event that was logged some time ago, perhaps before the endpoint was created. */
export const isSubscribedSince = (endpoint: string, event: string) => `
  ${isSubscribed(endpoint, event)} AND ${event}.position > coalesce(${endpoint}.after_position, 0)`;

/** The deliveries of logged events that are not inserted yet, as rows of `place`, `event` and `endpoint`. */
export const DEFERRED_DELIVERIES = `
  event_positions AS place
  JOIN events AS event ON event.tenant_id = place.tenant_id AND event.position >= place.deferred_from
  JOIN webhook_endpoints AS endpoint ON endpoint.tenant_id = event.tenant_id AND ${isSubscribedSince('endpoint', 'event')}`;
