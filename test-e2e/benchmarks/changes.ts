import { randomUUID } from 'node:crypto';
import { makeLodging } from '../harness/own-tenant.ts';
import { authorized, placeHolds, prepareHolds } from './holds.ts';
import { sampleLoad, sendEachOnce, type Figures, type Load } from './load.ts';
import { analyse, multiplyLodging, withDatabase, type CopiedLodging } from './multiply.ts';
import { measureMoves, moveLines, type MoveFigures } from './moves.ts';
import { comparedLine, compareProcessorTime, type Compared } from './processor-turns.ts';
import { totalOf, withProcessorTime } from './processes.ts';
import { makeUnlimitedTenant, type Stage } from './stage.ts';

export interface ChangeFigures {
  readonly hold: Compared;
  /** A change to other nights of its resource. */
  readonly onOne: Compared;
  /** A change to another resource. */
  readonly onTwo: Compared;
  readonly moves: MoveFigures;
  /** At one connection. */
  readonly changeQuote: Figures;
  readonly quote: Figures;
}

const CONNECTIONS = 8;
/** Of each kind, enough to take some tenths of a second. */
const OF_A_TURN = 48;
/** Node compiles code as it is used, for hundreds of requests. */
const TURNS = { warmUp: 8, turns: 6 };
const GOALS = { onOne: 1.3, onTwo: 2, changeQuoteP99Ms: 30 };

const JSON_BODY = { 'content-type': 'application/json' };

type Request = Load['requests'][number];
type Lanes = Load['requests'][];

interface Booked extends CopiedLodging {
  readonly id: string;
}

/** Changes of stays that were paid at the desk, which owe nothing and return nothing by themselves, beside holds. */
export async function measureChanges(stage: Stage): Promise<ChangeFigures> {
  const own = { ...stage, ...(await makeUnlimitedTenant(stage.demo)) };
  const booked = await bookEach(own, OF_A_TURN * 2);
  const [first, second] = [booked.slice(0, OF_A_TURN), booked.slice(OF_A_TURN)];
  await analyse(own.demo);
  const rivals = {
    hold: (count: number, connections: number) => prepareHolds(own, connections, count),
    onOne: (count: number, connections: number, turn: number) =>
      prepareChanges(own, first.slice(0, count), connections, () => windowAt((turn + 1) * 7)),
    // Each to the resource of the next one, where no stay is in that week.
    onTwo: (count: number, connections: number, turn: number) =>
      prepareChanges(own, second.slice(0, count), connections, (index) => {
        const { resourceId = '', ratePlanId = '' } = second[(index + turn + 1) % OF_A_TURN] ?? {};
        return { resourceId, ratePlanId, ...windowAt((turn + 1) * 7) };
      }),
  };
  const whole = (name: keyof typeof rivals) => async (turn: number) => {
    const lanes = await rivals[name](OF_A_TURN, CONNECTIONS, turn);
    return () => placeHolds(own, lanes);
  };
  const compared = await compareProcessorTime(own, TURNS, {
    hold: whole('hold'),
    onOne: whole('onOne'),
    onTwo: whole('onTwo'),
  });
  const moves = await measureMoves(own, rivals, TURNS.warmUp + TURNS.turns);
  return { ...compared, moves, ...(await measureQuotes(own, first[0])) };
}

const NIGHTS = 2;

function windowAt(day: number): { from: string; to: string } {
  const start = Temporal.Now.plainDateISO('UTC').add({ days: 30 + day });
  return { from: `${start}T15:00:00Z`, to: `${start.add({ days: NIGHTS })}T10:00:00Z` };
}

function lanesOf(requests: readonly Request[], connections: number): Lanes {
  return Array.from({ length: connections }, (_, lane) =>
    requests.filter((_request, index) => index % connections === lane),
  );
}

/** Sends each request once, and reads what each was answered with. */
async function sendAll<Answer>(
  stage: Stage,
  requests: readonly Request[],
  expected: number,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const reading = requests.map((request, index) => ({
    ...request,
    onResponse: (status: number, body: string) => {
      if (status === expected) answers[index] = JSON.parse(body) as Answer;
    },
  }));
  const { statuses } = await sendEachOnce(
    stage.demo.gatewayUrl,
    authorized(stage),
    lanesOf(reading, CONNECTIONS),
  );
  if (Object.keys(answers).length < requests.length)
    throw new Error(`what is to be measured cannot be prepared: ${JSON.stringify(statuses)}`);
  return answers;
}

/** A stay in each of so many rooms. */
async function bookEach(stage: Stage, count: number): Promise<Booked[]> {
  const { id } = await makeLodging(stage.secret);
  const rooms = await withDatabase(stage.demo, (client) => multiplyLodging(client, id, count));
  const stay = { ...windowAt(0), partySize: 1, guestEmail: 'guest@example.test', paidOffline: true };
  const answers = await sendAll<{ booking: { id: string } }>(
    stage,
    rooms.map((room) => ({
      method: 'POST' as const,
      path: '/v1/bookings',
      body: JSON.stringify({ ...room, ...stay }),
      headers: { ...JSON_BODY, 'idempotency-key': randomUUID() },
    })),
    201,
  );
  return rooms.map((room, index) => ({ ...room, id: answers[index]?.booking.id ?? '' }));
}

/** Changes that wait to be made, whose quotes are made. */
async function prepareChanges(
  stage: Stage,
  booked: readonly Booked[],
  connections: number,
  targetOf: (index: number) => object,
): Promise<Lanes> {
  const quotes = await sendAll<{ changeToken: string }>(
    stage,
    booked.map(({ id }, index) => ({
      method: 'POST' as const,
      path: `/v1/bookings/${id}/change-quotes`,
      body: JSON.stringify(targetOf(index)),
      headers: JSON_BODY,
    })),
    200,
  );
  return lanesOf(
    booked.map(({ id }, index) => ({
      method: 'POST',
      path: `/v1/bookings/${id}/changes`,
      body: JSON.stringify({ changeToken: quotes[index]?.changeToken }),
      headers: { ...JSON_BODY, 'idempotency-key': randomUUID() },
    })),
    connections,
  );
}

async function measureQuotes(
  stage: Stage,
  booked: Booked | undefined,
): Promise<Pick<ChangeFigures, 'changeQuote' | 'quote'>> {
  const { id = '', resourceId = '', ratePlanId = '' } = booked ?? {};
  const window = windowAt(200);
  const load = (path: string, body: object) =>
    withProcessorTime(stage.demo, () =>
      sampleLoad({
        url: stage.demo.gatewayUrl,
        connections: 1,
        seconds: stage.seconds,
        headers: { ...authorized(stage), ...JSON_BODY },
        requests: [{ method: 'POST', path, body: JSON.stringify(body) }],
      }),
    );
  const changeQuote = () => load(`/v1/bookings/${id}/change-quotes`, window);
  await changeQuote();
  return {
    changeQuote: await changeQuote(),
    quote: await load('/v1/quotes', { resourceId, ratePlanId, ...window, partySize: 1 }),
  };
}

export function changeLines({ hold, onOne, onTwo, moves, changeQuote, quote }: ChangeFigures): string[] {
  const latency = ({ p50Ms, p99Ms, processorMs = {} }: Figures) =>
    `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, processor ${totalOf(processorMs).toFixed(2)} ms`;
  return [
    comparedLine('holds beside changes', hold),
    comparedLine('whole changes on one resource', onOne),
    comparedLine('whole changes to another resource', onTwo),
    ...moveLines(moves, GOALS),
    `${'quotes of a change'.padEnd(34)}${latency(changeQuote)}, goal of p99 ${GOALS.changeQuoteP99Ms}; a quote ${latency(quote)}`,
  ];
}
