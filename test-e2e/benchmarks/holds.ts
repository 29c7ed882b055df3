import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { makeLodging } from '../harness/own-tenant.ts';
import { quote, type Wish } from '../harness/stay.ts';
import { drain, sendEachOnce, type Figures } from './load.ts';
import { multiplyResource, withDatabase } from './multiply.ts';
import { beside, type PairedWrites } from './pgbench.ts';
import type { Stage } from './stage.ts';

async function prepareQuotes(stage: Stage, wishes: Wish[]): Promise<string[]> {
  const tokens: string[] = [];
  await drain(wishes, 16, async (wish) => {
    tokens.push((await quote(stage.secret, wish)).signedQuoteToken);
    return 200;
  });
  return tokens;
}

/** Each hold has separate nights, so that none is refused. */
async function holdsOnce(stage: Stage, tokens: string[], connections: number): Promise<Figures> {
  const requests = tokens.map((signedQuoteToken) => ({
    method: 'POST' as const,
    path: '/v1/holds',
    body: JSON.stringify({ signedQuoteToken }),
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
  }));
  const headers = { authorization: `Bearer ${stage.key}` };
  const share = Math.floor(requests.length / connections);
  const lanes = Array.from({ length: connections }, (_, lane) =>
    requests.slice(lane * share, (lane + 1) * share),
  );
  return sendEachOnce(stage.demo.gatewayUrl, headers, lanes);
}

/** Holds on rooms created for them, with quotes prepared before the measurement. */
export async function holdsAsFastAsTheyGo(stage: Stage, connections: number): Promise<Figures> {
  const room = await makeLodging(stage.secret, { units: 1 });
  const start = Temporal.Now.plainDateISO('UTC').add({ days: 30 });
  const window = { from: `${start}T15:00:00Z`, to: `${start.add({ days: 2 })}T10:00:00Z` };
  const rooms = await withDatabase(stage.demo, (client) => roomsFor(client, room, HOLDS[connections] ?? 0));
  const tokens = await prepareQuotes(
    stage,
    rooms.map((one) => ({ ...one, ...window, partySize: 1 })),
  );
  return holdsOnce(stage, tokens, connections);
}

/** Enough for about two seconds. */
const HOLDS: Record<number, number> = { 1: 400, 8: 1_200, 32: 1_600 };
/** Node compiles hot code while it runs, and pgbench does not: both are measured warm. */
const WARM_UP = { connections: 32, holds: 1_600 };

/** Preparing the rooms and quotes is not measured: the processor time of a hold is that of the requests alone. */
export async function measureHolds(stage: Stage): Promise<PairedWrites[]> {
  const room = await makeLodging(stage.secret, { units: 1 });
  let day = 30;
  const prepare = async (holds: number): Promise<string[]> => {
    const start = Temporal.Now.plainDateISO('UTC').add({ days: (day += 3) });
    const window = { from: `${start}T15:00:00Z`, to: `${start.add({ days: 2 })}T10:00:00Z` };
    const rooms = await withDatabase(stage.demo, (client) => roomsFor(client, room, holds));
    return prepareQuotes(
      stage,
      rooms.map((one) => ({ ...one, ...window, partySize: 1 })),
    );
  };
  await holdsOnce(stage, await prepare(WARM_UP.holds), WARM_UP.connections);
  return beside(stage, {
    prepare: (connections) => prepare(HOLDS[connections] ?? 0),
    put: (connections, tokens) => holdsOnce(stage, tokens, connections),
  });
}

/** Copies of a room with copies of its plan and prices, by SQL, since making thousands through the API takes minutes. */
export async function roomsFor(client: pg.Client, room: { id: string; ratePlanId: string }, count: number) {
  const ids = await multiplyResource(client, room.id, count);
  const { rows } = await client.query<{ id: string; resource_id: string }>(
    `INSERT INTO inventory.rate_plans
     SELECT (jsonb_populate_record(original, jsonb_build_object('id', gen_random_uuid(), 'resource_id', room.id))).*
     FROM inventory.rate_plans AS original, unnest($2::uuid[]) AS room (id) WHERE original.id = $1 RETURNING id, resource_id`,
    [room.ratePlanId, ids],
  );
  await client.query(
    `INSERT INTO inventory.pricing
     SELECT (jsonb_populate_record(original, jsonb_build_object('resource_id', plan.resource_id, 'rate_plan_id', plan.id))).*
     FROM inventory.pricing AS original, inventory.rate_plans AS plan
     WHERE original.rate_plan_id = $1 AND plan.id = ANY ($2::uuid[])`,
    [room.ratePlanId, rows.map((row) => row.id)],
  );
  return rows.map((row) => ({ resourceId: row.resource_id, ratePlanId: row.id }));
}
