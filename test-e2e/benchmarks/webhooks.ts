import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../harness/eventually.ts';
import { prepareHolds } from './holds.ts';
import { quantile, rateOf } from './load.ts';
import type { Sample } from './load.ts';
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

/** An endpoint of the tenant, and what has arrived there. */
interface Receiver {
  readonly tenantId: string;
  readonly endpointId: string;
  /** When each delivery has arrived first. */
  readonly arrivals: Map<string, number>;
  /** Of events: from just before their commit to the first byte. */
  readonly latencies: number[];
  stop(): Promise<void>;
}

export async function openReceiver({ secret }: Pick<Stage, 'secret'>, tenantId: string): Promise<Receiver> {
  const arrivals = new Map<string, number>();
  const latencies: number[] = [];
  const server = createServer((request, response) => {
    const at = Date.now();
    const id = String(request.headers['webhook-id']);
    if (!arrivals.has(id)) arrivals.set(id, at);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.end();
      const { timestamp } = JSON.parse(Buffer.concat(chunks).toString()) as { timestamp?: string };
      if (timestamp !== undefined) latencies.push(at - Date.parse(timestamp));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  const { port } = server.address() as AddressInfo;
  const { status, body } = await secret.post<{ id: string }>('/v1/webhook-endpoints', {
    url: `http://localhost:${port}/`,
    eventTypes: ['reservation.created'],
  });
  if (status !== 201) {
    close();
    throw new Error(`no endpoint: ${JSON.stringify(body)}`);
  }
  const stop = async () => {
    await secret.send('DELETE', `/v1/webhook-endpoints/${body.id}`);
    close();
  };
  return { tenantId, endpointId: body.id, arrivals, latencies, stop };
}

export async function measureWebhooks(stage: Stage): Promise<WebhookFigures> {
  const receiver = await openReceiver(stage, stage.tenant.id);
  try {
    const { latencies } = receiver;
    await measureLatency(stage, latencies);
    const drained = await drainQueue(stage, receiver, { queued: QUEUED, measured: MEASURED });
    return {
      p50Ms: quantile(latencies, 0.5),
      p99Ms: quantile(latencies, 0.99),
      drainedPerSecond: rateOf(drained),
    };
  } finally {
    await receiver.stop();
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

/** Of deliveries that wait, those that arrive first. */
export async function drainQueue(
  { demo }: Stage,
  { tenantId, endpointId, arrivals }: Receiver,
  { queued, measured }: { readonly queued: number; readonly measured: number },
): Promise<Sample> {
  arrivals.clear();
  await withDatabase(demo, (client) =>
    client.query(
      `INSERT INTO notifications.deliveries
         (tenant_id, id, endpoint_id, event_id, event_type, body, next_attempt_at, created_at)
       SELECT $1, gen_random_uuid(), $2, gen_random_uuid(), 'reservation.created', '{}', now(), now()
       FROM generate_series(1, $3::int)`,
      [tenantId, endpointId, queued],
    ),
  );
  await eventually('they have arrived', async () => arrivals.size >= measured, { withinMs: 120_000 });
  const [first = 0, ...others] = [...arrivals.values()].slice(0, measured);
  const times = others.map((at) => at - first);
  return { seconds: Math.max(1, ...times) / 1_000, times, statuses: { 200: times.length } };
}
