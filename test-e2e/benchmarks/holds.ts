import { randomUUID } from 'node:crypto';
import { makeLodging } from '../harness/own-tenant.ts';
import type { RequestedStay } from '../harness/stay.ts';
import type { Bare } from './bare/start-bare.ts';
import { figuresOf, rateOf, sendEachOnce, type Figures, type Load, type Sample } from './load.ts';
import { analyse, multiplyLodging, withDatabase, type CopiedLodging } from './multiply.ts';
import { besidePgbench } from './pgbench.ts';
import type { Stage } from './stage.ts';
import { untilSteady, type Paired } from './turns.ts';

/** Enough for a turn of a ratio. */
const OF_A_TURN: Record<number, number> = { 1: 70, 8: 200, 32: 300 };
const WARM_UP = { connections: 32, holds: 640 };
/** Enough for about two seconds of many connections. */
const HOLDS = 1_600;

/** Requests with separate resources, so that none is refused, in a lane for each connection. */
export async function requestsOnce(
  stage: Stage,
  { connections, count }: { readonly connections: number; readonly count: number },
  requestOf: (requestedStay: RequestedStay) => Load['requests'][number],
): Promise<Load['requests'][]> {
  const room = await originalOf(stage);
  const start = Temporal.Now.plainDateISO('UTC').add({ days: 30 });
  const window = { from: `${start}T15:00:00Z`, to: `${start.add({ days: 2 })}T10:00:00Z` };
  const rooms: CopiedLodging[] = await withDatabase(stage.demo, (client) =>
    multiplyLodging(client, room.id, count),
  );
  const requests = rooms.map((one) => requestOf({ ...one, ...window, partySize: 1 }));
  return Array.from({ length: connections }, (_, lane) =>
    requests.filter((_request, index) => index % connections === lane),
  );
}

const originals = new WeakMap<Stage['secret'], ReturnType<typeof makeLodging>>();

/** Made once: the copies are more than a tenant may have, and no room can be made beside them. */
function originalOf({ secret }: Stage): ReturnType<typeof makeLodging> {
  const original = originals.get(secret) ?? makeLodging(secret, { units: 1 });
  originals.set(secret, original);
  return original;
}

export const authorized = ({ key }: Stage) => ({ authorization: `Bearer ${key}` });

/** As few connections as a quote needs to keep two processors busy. */
const LANES_OF_QUOTES = 8;

/** Holds that wait to be placed, whose quotes are made. */
export async function prepareHolds(
  stage: Stage,
  connections: number,
  count: number,
): Promise<Load['requests'][]> {
  const tokens: string[] = [];
  const onResponse = (status: number, body: string) => {
    if (status === 200) tokens.push((JSON.parse(body) as { signedQuoteToken: string }).signedQuoteToken);
  };
  const headers = { 'content-type': 'application/json' };
  const quotes = await requestsOnce(stage, { connections: LANES_OF_QUOTES, count }, (requestedStay) => ({
    method: 'POST',
    path: '/v1/quotes',
    body: JSON.stringify(requestedStay),
    headers,
    onResponse,
  }));
  const { statuses } = await sendEachOnce(stage.demo.gatewayUrl, authorized(stage), quotes);
  if (tokens.length < count) throw new Error(`quotes are refused: ${JSON.stringify(statuses)}`);
  const requests = tokens.map((signedQuoteToken) => ({
    method: 'POST' as const,
    path: '/v1/holds',
    body: JSON.stringify({ signedQuoteToken }),
    headers: { ...headers, 'idempotency-key': randomUUID() },
  }));
  return Array.from({ length: connections }, (_, lane) =>
    requests.filter((_request, index) => index % connections === lane),
  );
}

/** Holds on rooms created for them, with quotes prepared before the measurement. */
export async function holdsAsFastAsTheyGo(stage: Stage, connections: number): Promise<Figures> {
  const lanes = await prepareHolds(stage, connections, HOLDS);
  return figuresOf([await placeHolds(stage, lanes)]);
}

/** What `prepareHolds` prepared, each on its connection. */
export function placeHolds(stage: Stage, lanes: Load['requests'][]): Promise<Sample> {
  return sendEachOnce(stage.demo.gatewayUrl, authorized(stage), lanes);
}

/** Preparing the rooms and quotes is not measured: the processor time of a hold is that of the requests alone. */
export async function measureHolds(stage: Stage, bare: Bare): Promise<Paired[]> {
  const { connections, holds } = WARM_UP;
  await untilSteady(async () => [
    rateOf(await placeHolds(stage, await prepareHolds(stage, connections, holds))),
  ]);
  await analyse(stage.demo);
  return besidePgbench(stage, bare, {
    prepare: (lanes, turns) => prepareHolds(stage, lanes, (OF_A_TURN[lanes] ?? 0) * turns),
    put: (lanes) => placeHolds(stage, lanes),
  });
}
