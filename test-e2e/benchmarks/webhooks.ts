import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../harness/eventually.ts';
import { prepareHolds } from './holds.ts';
import { withDatabase } from './multiply.ts';
import type { Stage } from './stage.ts';
import type { Reservation } from '../harness/records.ts';

export interface WebhookFigures {
  /** From just before a hold is committed to the first byte, at a hundred holds a second. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly drainedPerSecond: number;
}

const PER_SECOND = 100;
const QUEUED = 10_000;
/** The rate is steady long before the queue is empty. */
const MEASURED = 1_000;

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

/** The timestamp in the body is that of the event, read before its commit. */
async function measureLatency(stage: Stage, latencies: number[]): Promise<void> {
  const lanes = await prepareHolds(stage, 1, stage.seconds * PER_SECOND);
  const began = performance.now();
  const holds: Promise<{ readonly status: number }>[] = [];
  for (const [count, { body = '' }] of (lanes[0] ?? []).entries()) {
    await pause(Math.max(0, began + (count * 1_000) / PER_SECOND - performance.now()));
    holds.push(stage.secret.create<Reservation>('/v1/holds', JSON.parse(body)));
  }
  const placed = (await Promise.all(holds)).filter(({ status }) => status === 201);
  await eventually('all have arrived', async () => latencies.length >= placed.length);
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
  await eventually('many have arrived', async () => arrivals.size >= MEASURED, { withinMs: 120_000 });
  const times = [...arrivals.values()].slice(0, MEASURED);
  return (MEASURED * 1_000) / (Math.max(...times) - Math.min(...times));
}
