import { setTimeout as pause } from 'node:timers/promises';
import { makeManyRules, makeRooms } from './cost-hotels.ts';
import type { CostHotel } from './cost-hotels.ts';
import { addUp, clockProcesses, totalOf } from './processes.ts';
import type { ProcessorTime } from './processes.ts';
import type { Stage } from './stage.ts';

export interface CostFigures {
  readonly name: string;
  readonly status: number;
  /** As how many requests it counts in the limit of its key. */
  readonly counted: number;
  readonly processorMs: ProcessorTime;
  /** Processor time for each request that it counts as, over that of plain availability. */
  readonly timesCheapest: number;
}

type Cost = Omit<CostFigures, 'timesCheapest'>;

interface Shape {
  readonly name: string;
  readonly hotel: CostHotel;
  readonly path: string;
  readonly body?: object;
}

/** No request may cost so many times what the cheapest one does, for each request that it counts as. */
const MOST_TIMES = 10;
const CHEAPEST = 'availability, 1 night';
const ROOMS = { few: 34, many: 1_000 };
const WARM_UP = 30;
const SENT = 40;
const IDLE_MS = 3_000;

/** What reads with a publishable key cost, by themselves and in the limit of the key. Throws where one is too cheap. */
export async function measureCosts(stage: Stage, say: (text: string) => void): Promise<CostFigures[]> {
  const first = Temporal.Now.plainDateISO('UTC').add({ days: 30 });
  const hotels = {
    'few rooms': await makeRooms(stage.demo, ROOMS.few),
    'many rooms': await makeRooms(stage.demo, ROOMS.many),
    'many rules': await makeManyRules(stage.demo, first),
  };
  const idle = await idleTime(stage);
  const costs: Cost[] = [];
  for (const [name, hotel] of Object.entries(hotels))
    for (const shape of shapesOf(hotel, first)) {
      const cost = { ...(await measureCost(stage, shape, idle)), name: `${name}: ${shape.name}` };
      say(`  ${cost.name}: ${totalOf(cost.processorMs).toFixed(1)} ms, counted ${cost.counted}`);
      costs.push(cost);
    }
  const plain = costs.filter(({ name }) => name.endsWith(CHEAPEST)).map(perRequest);
  const all = costs.map((cost) => ({ ...cost, timesCheapest: perRequest(cost) / Math.min(...plain) }));
  const dear = all.filter(({ timesCheapest }) => timesCheapest > MOST_TIMES).map(({ name }) => name);
  if (dear.length > 0) throw new Error(`too cheap for what they cost: ${dear.join(', ')}`);
  return all;
}

function shapesOf(hotel: CostHotel, first: Temporal.PlainDate): Shape[] {
  const { resourceId, ratePlanId } = hotel;
  const day = (days: number) => first.add({ days }).toString();
  const window = (nights: number) => ({ from: `${day(0)}T15:00:00Z`, to: `${day(nights)}T10:00:00Z` });
  const queryOf = (nights: number) => new URLSearchParams(window(nights)).toString();
  const availability = (nights: number, more = 'party_size=1') => ({
    path: `/v1/availability?resource_id=${resourceId}&${queryOf(nights)}&${more}`,
  });
  const quote = (nights: number, more: object = {}) => ({
    path: '/v1/quotes',
    body: { resourceId, ratePlanId, ...window(nights), partySize: 1, ...more },
  });
  const calendar = (nights: number) => ({
    path: `/v1/resources/${resourceId}/calendar?${queryOf(nights)}`,
  });
  const search = (nights: number, more: object = {}) => ({
    path: '/v1/search',
    body: { dates: { arrival: day(0), departure: day(nights) }, adults: 1, ...more },
  });
  const all = { limit: 100, sort: 'name', bookableOnly: false, plans: 'all' };
  // A party that no room takes, so that everything near the stay is looked at.
  const near = { adults: 9, alternatives: 3 };
  const range = (nights: number) => ({ earliest: day(0), latest: day(nights), minNights: 1, maxNights: 2 });
  const shapes = {
    [CHEAPEST]: availability(1),
    'availability, 366 nights': availability(366),
    'availability, 366 nights, alternatives 5': availability(366, 'party_size=9&alternatives=5'),
    'availability, 30 nights, alternatives 5': availability(30, 'party_size=9&alternatives=5'),
    'availability, 2 nights, alternatives 5': availability(2, 'party_size=9&alternatives=5'),
    'quote, 1 night': quote(1),
    'quote, 366 nights': quote(366),
    'quote, 366 nights, alternatives 5': quote(366, { partySize: 9, alternatives: 5 }),
    'quote, 2 nights, alternatives 5': quote(2, { partySize: 9, alternatives: 5 }),
    'calendar, 1 night': calendar(1),
    'calendar, 366 nights': calendar(366),
    'search, 2 nights': search(2),
    'search, 2 nights, unknown word': search(2, { text: 'nothing' }),
    'search, 2 nights, by creation': search(2, { sort: 'created' }),
    'search, 2 nights, all, alternatives 3': search(2, { ...all, ...near }),
    'search, 30 nights, all': search(30, all),
    'search, 30 nights, all, alternatives 3': search(30, { ...all, ...near }),
    'search, 100 nights, all': search(100, all),
    'search, 366 nights, all, alternatives 3': search(366, { ...all, ...near }),
    'search, flexible in 20 days, all': {
      path: '/v1/search',
      body: { ...all, adults: 1, flexible: range(20) },
    },
  };
  return Object.entries(shapes).map(([name, shape]) => ({ name, hotel, ...shape }));
}

function perRequest({ processorMs, counted }: Pick<CostFigures, 'processorMs' | 'counted'>): number {
  return totalOf(processorMs) / counted;
}

/** For each millisecond, of idle processes. */
async function idleTime({ demo }: Stage): Promise<ProcessorTime> {
  const clock = clockProcesses(demo);
  await pause(IDLE_MS);
  return addUp([clock.read()], 1 / IDLE_MS);
}

async function measureCost(stage: Stage, shape: Shape, idle: ProcessorTime): Promise<Cost> {
  for (let sent = 0; sent < WARM_UP; sent += 1) await send(shape);
  const clock = clockProcesses(stage.demo);
  const [began, left] = [performance.now(), [] as number[]];
  let status = 0;
  while (left.length < SENT || performance.now() - began < stage.seconds * 1_000) {
    const answer = await send(shape);
    ({ status } = answer);
    left.push(answer.left);
  }
  const ms = performance.now() - began;
  const processorMs = addUp([await clock.settled(), addUp([idle], -ms)], 1 / left.length);
  return { name: shape.name, status, counted: countedIn(left), processorMs };
}

/** The usual step from one answer to the next: between two windows it is another. */
function countedIn(left: readonly number[]): number {
  const steps = left.slice(1).map((now, index) => (left[index] ?? now) - now);
  return steps.toSorted((one, other) => one - other)[Math.floor(steps.length / 2)] ?? Number.NaN;
}

async function send({ hotel: { browser }, path, body }: Shape): Promise<{ status: number; left: number }> {
  const headers = { authorization: `Bearer ${browser.key}`, origin: browser.origin ?? '' };
  const json = { ...headers, 'content-type': 'application/json' };
  const init =
    body === undefined ? { headers } : { method: 'POST', headers: json, body: JSON.stringify(body) };
  const answer = await fetch(browser.baseUrl + path, init);
  await answer.text();
  const left = Number(/r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]);
  return { status: answer.status, left };
}
