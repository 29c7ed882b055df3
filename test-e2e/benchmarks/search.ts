import { makeGeneric } from '../harness/own-tenant.ts';
import { placeHolds, prepareHolds } from './holds.ts';
import { figuresOf, putLoad, sampleLoad, sendEachOnce } from './load.ts';
import type { Figures, Load, Sample } from './load.ts';
import { multiplyResource, withDatabase } from './multiply.ts';
import { withProcessorTime } from './processes.ts';
import { makeSearchHotel } from './search-hotel.ts';
import type { SearchHotel } from './search-hotel.ts';
import type { Stage } from './stage.ts';

export interface SearchReport {
  /** The first search of a hotel, whose configurations are in no cache. */
  readonly coldMs: number;
  readonly warm: readonly (Figures & { readonly connections: number })[];
  /** How long availability takes for all resources of the hotel, one request for each, over eight connections. */
  readonly oneByOneMs: number;
  /** Refused quotes with alternatives. */
  readonly refusals: Figures;
  /** Of another tenant, at one connection. */
  readonly holds: { readonly aloneP99Ms: number; readonly besideP99Ms: number };
  /** Searches at one connection while another tenant has so many resources. */
  readonly beside: readonly { readonly resources: number; readonly figures: Figures }[];
}

const OTHERS = [10_000, 100_000];

/** Searches of 1,000 resources with two plans and a million claims, for three nights, of which six in ten are sold. */
export async function measureSearch(stage: Stage): Promise<SearchReport> {
  const hotel = await makeSearchHotel(stage.demo);
  const search = searchLoad(stage, hotel);
  const began = performance.now();
  const cold = await hotel.secret.post('/v1/search', { dates: hotel.dates, adults: 2 });
  const coldMs = performance.now() - began;
  if (cold.status !== 200) throw new Error(`no search: ${JSON.stringify(cold.body)}`);
  await putLoad({ ...search, connections: 1, seconds: 2 });
  const warm: SearchReport['warm'][number][] = [];
  for (const connections of [1, 8]) {
    const figures = await withProcessorTime(stage.demo, () => sampleLoad({ ...search, connections }));
    warm.push({ connections, ...figures });
  }
  return {
    coldMs,
    warm,
    oneByOneMs: await searchOneByOne(stage, hotel),
    refusals: await putLoad({ ...(await refusalLoad(stage, hotel)), connections: 1 }),
    holds: await holdBesideSearches(stage, search),
    beside: await searchBesideOthers(stage, search),
  };
}

type SearchLoad = Omit<Load, 'connections'>;

export function searchLoad(stage: Stage, hotel: SearchHotel): SearchLoad {
  return loadOf(stage, hotel, '/v1/search', { dates: hotel.dates, adults: 2 });
}

export async function refusalLoad(stage: Stage, hotel: SearchHotel): Promise<SearchLoad> {
  return { ...loadOf(stage, hotel, '/v1/quotes', await refusedQuote(hotel)), expected: ['409'] };
}

function loadOf({ demo, seconds }: Stage, { key }: SearchHotel, path: string, body: object): SearchLoad {
  return {
    url: demo.gatewayUrl,
    seconds,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    requests: [{ method: 'POST', path, body: JSON.stringify(body) }],
  };
}

function windowOf({ dates }: SearchHotel) {
  return { from: `${dates.arrival}T15:00:00Z`, to: `${dates.departure}T11:00:00Z` };
}

async function searchOneByOne({ demo }: Stage, hotel: SearchHotel): Promise<number> {
  const { from, to } = windowOf(hotel);
  const requests = hotel.resourceIds.map((id) => ({
    method: 'GET' as const,
    path: `/v1/availability?resource_id=${id}&from=${from}&to=${to}&party_size=2`,
  }));
  const lanes = Array.from({ length: 8 }, (_, lane) => requests.filter((_, index) => index % 8 === lane));
  const headers = { authorization: `Bearer ${hotel.key}` };
  const { seconds } = await sendEachOnce(demo.gatewayUrl, headers, lanes);
  return seconds * 1_000;
}

/** The sold ones have nights that are free and fifty others that are not all. */
async function refusedQuote(hotel: SearchHotel) {
  const body = {
    dates: hotel.dates,
    adults: 2,
    bookableOnly: false,
    plans: 'all',
    sort: 'created',
    limit: 10,
  };
  const found = await hotel.secret.post<{
    results: { bookable: boolean; resource: { id: string }; offers: { ratePlanId: string }[] }[];
  }>('/v1/search', body);
  const sold = found.body.results.find(({ bookable }) => !bookable);
  const requestedStay = { resourceId: sold?.resource.id, ratePlanId: sold?.offers[0]?.ratePlanId };
  return { ...requestedStay, ...windowOf(hotel), partySize: 2, alternatives: 5 };
}

const HOLDS_OF_A_ROUND = 60;

async function holdBesideSearches(stage: Stage, search: SearchLoad): Promise<SearchReport['holds']> {
  const [alone, beside]: [Sample[], Sample[]] = [[], []];
  for (let round = 0; round < stage.rounds; round += 1) {
    const lanes = await prepareHolds(stage, 1, 2 * HOLDS_OF_A_ROUND);
    const [first, second] = [0, HOLDS_OF_A_ROUND].map((from) =>
      lanes.map((lane) => lane.slice(from, from + HOLDS_OF_A_ROUND)),
    );
    alone.push(await placeHolds(stage, first ?? []));
    let placing = true;
    const searches = async () => {
      while (placing) await sampleLoad({ ...search, connections: 1, seconds: 0.5 });
    };
    const searching = searches();
    beside.push(await placeHolds(stage, second ?? []));
    placing = false;
    await searching;
  }
  return { aloneP99Ms: figuresOf(alone).p99Ms, besideP99Ms: figuresOf(beside).p99Ms };
}

async function searchBesideOthers(stage: Stage, search: SearchLoad): Promise<SearchReport['beside']> {
  const { id } = await makeGeneric(stage.secret);
  const beside: SearchReport['beside'][number][] = [];
  let made = 0;
  for (const resources of OTHERS) {
    await withDatabase(stage.demo, async (client) => {
      await multiplyResource(client, id, resources - made);
      await client.query('ANALYZE inventory.resources');
    });
    made = resources;
    beside.push({ resources, figures: await putLoad({ ...search, connections: 1 }) });
  }
  return beside;
}
