import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { appendEvents } from '../src/outbound/events/append-events.ts';
import type { WebhooksHarness } from './webhooks-harness.ts';

/** An event that a process logs with the service's own statement, in a transaction that takes all the time it wants. */
export async function openAppend(
  { schema, clock }: Pick<WebhooksHarness, 'schema' | 'clock'>,
  { tenantId, livemode }: { readonly tenantId: string; readonly livemode: boolean },
  type = 'reservation.created',
) {
  const id = randomUUID();
  const client = new pg.Client({ connectionString: schema.url, options: '-c search_path=notifications' });
  await client.connect();
  await client.query('BEGIN');
  await client.query("SELECT set_config('app.tenant', $1, true)", [tenantId]);
  const now = clock.now();
  const about = { id, type, livemode, occurredAt: now.toString() };
  const event = { ...about, reservationId: randomUUID(), object: {} };
  const mark = { consumer: 'notifications', eventId: id };
  const { text, values } = appendEvents(tenantId, [{ tenantId, event, mark, traceparent: null }], now);
  const sent = values.map((value) => (value instanceof Temporal.Instant ? value.toString() : value));
  return {
    id,
    logged: () => client.query(text, sent),
    commit: () => client.query('COMMIT'),
    end: () => client.end(),
  };
}
