import { randomUUID } from 'node:crypto';
import { makeLodging } from '../harness/own-tenant.ts';
import { roomsFor } from './holds.ts';
import { sendEachOnce, type Load } from './load.ts';
import { withDatabase } from './multiply.ts';
import { beside, type PairedWrites } from './pgbench.ts';
import type { Stage } from './stage.ts';

/** Enough for about two seconds. */
const BOOKINGS: Record<number, number> = { 1: 200, 8: 600, 32: 1_000 };

/** Bookings that the desk was paid for: priced, claimed and confirmed in one request. Each has a room of its own. */
export async function measureOfflineBookings(stage: Stage): Promise<PairedWrites[]> {
  const room = await makeLodging(stage.secret, { units: 1 });
  const headers = { authorization: `Bearer ${stage.key}` };
  const prepare = async (connections: number): Promise<Load['requests'][]> => {
    const start = Temporal.Now.plainDateISO('UTC').add({ days: 40 });
    const window = { from: `${start}T15:00:00Z`, to: `${start.add({ days: 2 })}T10:00:00Z` };
    const count = BOOKINGS[connections] ?? 0;
    const rooms = await withDatabase(stage.demo, (client) => roomsFor(client, room, count));
    const requests = rooms.map((one) => ({
      method: 'POST' as const,
      path: '/v1/bookings',
      body: JSON.stringify({
        ...one,
        ...window,
        partySize: 1,
        guestEmail: 'guest@example.test',
        paidOffline: true,
      }),
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    }));
    const share = Math.floor(count / connections);
    return Array.from({ length: connections }, (_, lane) => requests.slice(lane * share, (lane + 1) * share));
  };
  const put = (_: number, lanes: Load['requests'][]) => sendEachOnce(stage.demo.gatewayUrl, headers, lanes);
  const { statuses } = await put(32, await prepare(32));
  if (statuses['201'] === undefined)
    throw new Error(`offline bookings are refused: ${JSON.stringify(statuses)}`);
  return beside(stage, { prepare, put });
}
