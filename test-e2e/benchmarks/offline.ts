import { randomUUID } from 'node:crypto';
import type { Bare } from './bare/start-bare.ts';
import { authorized, requestsOnce } from './holds.ts';
import { rateOf, sendEachOnce, type Load } from './load.ts';
import { analyse } from './multiply.ts';
import { besidePgbench } from './pgbench.ts';
import type { Stage } from './stage.ts';
import { untilSteady, type Paired } from './turns.ts';

/** Enough for a turn of a ratio. */
const OF_A_TURN: Record<number, number> = { 1: 40, 8: 120, 32: 160 };
const WARM_UP = { connections: 32, count: 320 };

/** Bookings that the desk was paid for: priced, claimed and confirmed in one request. Each has a room of its own. */
export async function measureOfflineBookings(stage: Stage, bare: Bare): Promise<Paired[]> {
  const prepare = (connections: number, count: number) =>
    requestsOnce(stage, { connections, count }, (requestedStay) => ({
      method: 'POST',
      path: '/v1/bookings',
      body: JSON.stringify({ ...requestedStay, guestEmail: 'guest@example.test', paidOffline: true }),
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    }));
  const put = (lanes: Load['requests'][]) => sendEachOnce(stage.demo.gatewayUrl, authorized(stage), lanes);
  await untilSteady(async () => {
    const sample = await put(await prepare(WARM_UP.connections, WARM_UP.count));
    if (sample.times.length === 0)
      throw new Error(`offline bookings are refused: ${JSON.stringify(sample.statuses)}`);
    return [rateOf(sample)];
  });
  await analyse(stage.demo);
  return besidePgbench(stage, bare, {
    prepare: (connections, turns) => prepare(connections, (OF_A_TURN[connections] ?? 0) * turns),
    put,
  });
}
