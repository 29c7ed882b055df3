import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { makeLodging } from '../harness/own-tenant.ts';
import { quote } from '../harness/stay.ts';
import { drain } from './load.ts';
import type { Stage } from './stage.ts';

export type Room = Awaited<ReturnType<typeof makeLodging>>;

export interface Attempt {
  readonly status: number;
  /** Of the rooms that are contended for. */
  readonly room: number;
  readonly at: number;
  readonly ms: number;
}

async function place(stage: Stage, signedQuoteToken: string): Promise<Omit<Attempt, 'room'>> {
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
  return { status: response.status, at, ms: performance.now() - at };
}

export interface Guest {
  readonly room: number;
  readonly token: string;
}

/** For each guest a quote of one of the rooms, all for the same nights. */
export async function guestsFor(stage: Stage, rooms: readonly Room[], count: number): Promise<Guest[]> {
  const start = Temporal.Now.plainDateISO('UTC').add({ days: 60 });
  const window = { from: `${start}T15:00:00Z`, to: `${start.add({ days: 2 })}T10:00:00Z` };
  const guests: Guest[] = [];
  await drain(
    Array.from({ length: count }, (_, guest) => guest),
    8,
    async (guest) => {
      const room = guest % rooms.length;
      const { id: resourceId = '', ratePlanId = '' } = rooms[room] ?? {};
      const requestedStay = { resourceId, ratePlanId, ...window, partySize: 1 };
      guests.push({ room, token: (await quote(stage.secret, requestedStay)).signedQuoteToken });
      return 200;
    },
  );
  return guests;
}

/** A guest tries, looks at the answer, and tries again. */
export async function retryUntil(
  stage: Stage,
  { room, token }: Guest,
  { everyMs, until }: { readonly everyMs: number; readonly until: number },
): Promise<Attempt[]> {
  const tries: Attempt[] = [];
  await pause(Math.random() * everyMs);
  while (performance.now() < until) {
    const placed = await place(stage, token);
    tries.push({ ...placed, room });
    if (placed.status === 201) return tries;
    await pause(Math.max(0, everyMs - placed.ms));
  }
  return tries;
}

/** Nights in turn, so that no night has more claims than a hotel would have. */
export function requestedStaysFor(room: Room): () => Parameters<typeof quote>[1] {
  let day = 0;
  const first = Temporal.Now.plainDateISO('UTC').add({ days: 90 });
  return () => {
    const start = first.add({ days: (day += 1) % 500 });
    const window = { from: `${start}T15:00:00Z`, to: `${start.add({ days: 1 })}T10:00:00Z` };
    return { resourceId: room.id, ratePlanId: room.ratePlanId, ...window, partySize: 1 };
  };
}

async function holdOne(stage: Stage, requestedStays: ReturnType<typeof requestedStaysFor>): Promise<boolean> {
  const { signedQuoteToken } = await quote(stage.secret, requestedStays());
  return (await place(stage, signedQuoteToken)).status === 201;
}

export interface Pace {
  readonly seconds: number;
  readonly lanes: number;
  /** Null: each lane goes on as soon as it has an answer. */
  readonly perSecond: number | null;
}

/** Quotes and holds of other rooms; how many were held, a second. */
export async function holdOthers(
  stage: Stage,
  requestedStays: ReturnType<typeof requestedStaysFor>,
  { seconds, lanes, perSecond }: Pace,
): Promise<number> {
  const began = performance.now();
  const until = began + seconds * 1_000;
  const everyMs = perSecond === null ? 0 : (lanes * 1_000) / perSecond;
  let held = 0;
  const lane = async (_: unknown, index: number) => {
    for (let next = began + (index * everyMs) / lanes; performance.now() < until; next += everyMs) {
      if (everyMs > 0) await pause(Math.max(0, next - performance.now()));
      if (performance.now() >= until) return;
      if (await holdOne(stage, requestedStays)) held += 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return (held * 1_000) / (performance.now() - began);
}
