import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { makeLodging } from '../harness/own-tenant.ts';
import { quote } from '../harness/stay.ts';
import { drain } from './load.ts';
import { withDatabase } from './multiply.ts';
import type { Stage } from './stage.ts';

export interface ContentionFigures {
  readonly guests: number;
  readonly rooms: number;
  readonly attempts: number;
  /** Holds that were placed; one for each room is right. */
  readonly sold: number;
  readonly refusalP99Ms: number;
  readonly deadlocks: number;
  /** Holds of other rooms while the guests try, over those while they do not. */
  readonly othersRatio: number;
  readonly otherAnswers: Record<string, number>;
}

const GUESTS = 200;
const ROOMS = 5;
/** Each guest tries again after this time. */
const EVERY_MS = 2_000;
const OTHERS = 2;

type Room = Awaited<ReturnType<typeof makeLodging>>;

/** Many guests want the same few rooms for the same nights, again and again, while others hold other rooms. */
export async function measureContention(stage: Stage, seconds: number): Promise<ContentionFigures> {
  const rooms: Room[] = [];
  for (let count = 0; count < ROOMS; count += 1) rooms.push(await makeLodging(stage.secret, { units: 1 }));
  const other = await makeLodging(stage.secret, { units: 1_000 });
  const quietSeconds = Math.max(3, seconds / 3);
  const quiet = await holdOthers(stage, other, performance.now() + quietSeconds * 1_000);
  const tokens = await tokensOf(stage, rooms);
  const before = await countDeadlocks(stage);
  const until = performance.now() + seconds * 1_000;
  const [tries, busy] = await Promise.all([
    Promise.all(tokens.map((ofGuest) => tryAgainAndAgain(stage, ofGuest, until))),
    holdOthers(stage, other, until),
  ]);
  const answers = tries.flat();
  const refusals = answers.filter(({ status }) => status === 409).map(({ ms }) => ms);
  refusals.sort((left, right) => left - right);
  const otherAnswers: Record<string, number> = {};
  for (const { status } of answers)
    if (status !== 201 && status !== 409) otherAnswers[status] = (otherAnswers[status] ?? 0) + 1;
  return {
    guests: GUESTS,
    rooms: ROOMS,
    attempts: answers.length,
    sold: answers.filter(({ status }) => status === 201).length,
    refusalP99Ms: refusals[Math.floor(refusals.length * 0.99)] ?? 0,
    deadlocks: (await countDeadlocks(stage)) - before,
    othersRatio: busy / seconds / (quiet / quietSeconds),
    otherAnswers,
  };
}

/** For each guest a quote of one of the rooms. */
async function tokensOf(stage: Stage, rooms: readonly Room[]): Promise<string[]> {
  const start = Temporal.Now.plainDateISO('UTC').add({ days: 60 });
  const window = { from: `${start}T15:00:00Z`, to: `${start.add({ days: 2 })}T10:00:00Z` };
  const tokens: string[] = [];
  const guests = Array.from({ length: GUESTS }, (_, index) => index);
  await drain(guests, 8, async (guest) => {
    const { id: resourceId = '', ratePlanId = '' } = rooms[guest % rooms.length] ?? {};
    const wish = { resourceId, ratePlanId, ...window, partySize: 1 };
    tokens.push((await quote(stage.secret, wish)).signedQuoteToken);
    return 200;
  });
  return tokens;
}

async function place(stage: Stage, signedQuoteToken: string): Promise<{ status: number; ms: number }> {
  const at = performance.now();
  const response = await fetch(`${stage.demo.gatewayUrl}/v1/holds`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${stage.key}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ signedQuoteToken }),
  });
  await response.arrayBuffer();
  return { status: response.status, ms: performance.now() - at };
}

async function tryAgainAndAgain(stage: Stage, token: string, until: number) {
  const tries: { status: number; ms: number }[] = [];
  await pause(Math.random() * EVERY_MS);
  while (performance.now() < until) {
    const placed = await place(stage, token);
    tries.push(placed);
    if (placed.status === 201) return tries;
    await pause(EVERY_MS - placed.ms);
  }
  return tries;
}

/** How many were placed; each with a quote of its own. */
async function holdOthers(stage: Stage, room: Room, until: number): Promise<number> {
  let placed = 0;
  const start = Temporal.Now.plainDateISO('UTC').add({ days: 90 });
  const window = { from: `${start}T15:00:00Z`, to: `${start.add({ days: 1 })}T10:00:00Z` };
  const lane = async () => {
    while (performance.now() < until) {
      const wish = { resourceId: room.id, ratePlanId: room.ratePlanId, ...window, partySize: 1 };
      const { signedQuoteToken } = await quote(stage.secret, wish);
      if ((await place(stage, signedQuoteToken)).status === 201) placed += 1;
    }
  };
  await Promise.all(Array.from({ length: OTHERS }, lane));
  return placed;
}

async function countDeadlocks({ demo }: Stage): Promise<number> {
  return withDatabase(demo, async (client) => {
    const { rows } = await client.query<{ deadlocks: string }>(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    return Number(rows[0]?.deadlocks);
  });
}
