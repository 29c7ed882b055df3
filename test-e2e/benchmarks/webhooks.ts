import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../harness/eventually.ts';
import { makeLodging } from '../harness/own-tenant.ts';
import { quote, type Reservation } from '../harness/stay.ts';
import { withDatabase } from './multiply.ts';
import type { Stage } from './stage.ts';

export interface WebhookFigures {
  /** From just before a hold is committed to the first byte, at a hundred holds a second. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly drainedPerSecond: number;
}

const PER_SECOND = 100;
const QUEUED = 10_000;

export async function measureWebhooks(stage: Stage): Promise<WebhookFigures> {
  const arrivals = new Map<string, number>();
  const latencies: number[] = [];
  const server = createServer((request, response) => {
    const at = Date.now();
    arrivals.set(String(request.headers['webhook-id']), at);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.end();
      const { timestamp } = JSON.parse(Buffer.concat(chunks).toString()) as { timestamp?: string };
      if (timestamp !== undefined) latencies.push(at - Date.parse(timestamp));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const made = await stage.secret.post<{ id: string }>('/v1/webhook-endpoints', {
      url: `http://localhost:${port}/`,
      eventTypes: ['reservation.created'],
    });
    if (made.status !== 201) throw new Error(`no endpoint: ${JSON.stringify(made.body)}`);
    await measureLatency(stage, latencies);
    latencies.sort((left, right) => left - right);
    const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? 0;
    const drainedPerSecond = await measureDrain(
      stage,
      { tenantId: stage.tenant.id, endpointId: made.body.id },
      arrivals,
    );
    const figures = { p50Ms: at(0.5), p99Ms: at(0.99), drainedPerSecond };
    await stage.secret.send('DELETE', `/v1/webhook-endpoints/${made.body.id}`);
    return figures;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** The timestamp in the body is that of the event, taken before its commit. */
async function measureLatency({ secret, seconds }: Stage, latencies: number[]): Promise<void> {
  const room = await makeLodging(secret, { units: 10 });
  const tokens: string[] = [];
  for (let count = 0; count < seconds * PER_SECOND; count += 1) {
    const day = Temporal.Now.plainDateISO('UTC').add({ days: 30 + (count % 300) });
    const window = { from: `${day}T15:00:00Z`, to: `${day.add({ days: 1 })}T10:00:00Z` };
    const wish = { resourceId: room.id, ratePlanId: room.ratePlanId, ...window, partySize: 1 };
    tokens.push((await quote(secret, wish)).signedQuoteToken);
  }
  const began = performance.now();
  const holds: Promise<unknown>[] = [];
  for (const [count, signedQuoteToken] of tokens.entries()) {
    await pause(Math.max(0, began + (count * 1_000) / PER_SECOND - performance.now()));
    holds.push(secret.create<Reservation>('/v1/holds', { signedQuoteToken }));
  }
  await Promise.all(holds);
  await eventually('all have arrived', async () => latencies.length >= tokens.length);
}

async function measureDrain(
  { demo }: Stage,
  { tenantId, endpointId }: { tenantId: string; endpointId: string },
  arrivals: Map<string, number>,
): Promise<number> {
  arrivals.clear();
  await withDatabase(demo, (client) =>
    client.query(
      `INSERT INTO notifications.deliveries
         (tenant_id, id, endpoint_id, event_id, event_type, body, next_attempt_at, created_at)
       SELECT $1, gen_random_uuid(), $2, gen_random_uuid(), 'reservation.created', '{}', now(), now()
       FROM generate_series(1, $3::int)`,
      [tenantId, endpointId, QUEUED],
    ),
  );
  await eventually('the queue is drained', async () => arrivals.size >= QUEUED, { withinMs: 120_000 });
  const times = [...arrivals.values()];
  return (QUEUED * 1_000) / (Math.max(...times) - Math.min(...times));
}
