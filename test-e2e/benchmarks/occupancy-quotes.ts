import { makeLodging } from '../harness/own-tenant.ts';
import { sampleLoad } from './load.ts';
import { comparedLine, compareProcessorTime, type Compared } from './processor-turns.ts';
import { makeUnlimitedTenant, type Stage } from './stage.ts';

export interface OccupancyQuoteFigures {
  readonly plain: Compared;
  /** By occupancy, of a plan that is derived from another one. */
  readonly derived: Compared;
}

const CONNECTIONS = 8;
const TURN_SECONDS = 0.5;
const WARM_UP_TURNS = 8;
/** Of processor time of a plain quote. */
const GOAL = 1.05;

const OCCUPANCY = {
  includedAdults: 1,
  extraAdultMinorUnits: '1500',
  singleAdultMultiplierBps: 9_000,
  children: [
    { fromAge: 0, toAge: 5, amountMinorUnits: '0' },
    { fromAge: 6, toAge: 12, amountMinorUnits: '1000' },
  ],
};

/** Quotes of three nights: of a plain plan, and of a derived one whose parent has prices by occupancy. */
export async function measureOccupancyQuotes(stage: Stage): Promise<OccupancyQuoteFigures> {
  const { key, secret } = await makeUnlimitedTenant(stage.demo);
  const plainRoom = await makeLodging(secret);
  const room = await makeLodging(secret, { pricing: { occupancy: OCCUPANCY } });
  const derivedFrom = { ratePlanCode: 'flex', multiplierBps: 9_000 };
  const plan = { name: 'Flexible', currency: 'EUR' };
  const ratePlans = [
    { ...plan, code: 'flex' },
    { ...plan, code: 'saver', derivedFrom },
  ];
  const rates = await secret.put<{ ratePlans: { id: string; code: string }[] }>(
    `/v1/resources/${room.id}/rates`,
    { ratePlans },
  );
  const derived = rates.body.ratePlans.find(({ code }) => code === 'saver');
  if (derived === undefined) throw new Error(`no derived plan: ${JSON.stringify(rates.body)}`);
  const quotesOf = (resourceId: string, ratePlanId: string, seconds: number) =>
    sampleLoad({
      url: stage.demo.gatewayUrl,
      connections: CONNECTIONS,
      seconds,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      requests: [{ method: 'POST', path: '/v1/quotes', body: quoteOf(resourceId, ratePlanId) }],
    });
  const rival = (resourceId: string, ratePlanId: string) => () =>
    Promise.resolve(() => quotesOf(resourceId, ratePlanId, TURN_SECONDS));
  return compareProcessorTime(
    stage,
    { warmUp: WARM_UP_TURNS, turns: turnsOf(stage) },
    {
      plain: rival(plainRoom.id, plainRoom.ratePlanId),
      derived: rival(room.id, derived.id),
    },
  );
}

function quoteOf(resourceId: string, ratePlanId: string): string {
  const start = Temporal.Now.plainDateISO('UTC').add({ days: 30 });
  const window = { from: `${start}T15:00:00Z`, to: `${start.add({ days: 3 })}T10:00:00Z` };
  return JSON.stringify({ resourceId, ratePlanId, ...window, partySize: 2 });
}

/** The ratio of a turn varies by a third: a few of them say nothing. */
const FEWEST_TURNS = 30;

const turnsOf = ({ seconds, rounds }: Stage) =>
  Math.max(FEWEST_TURNS, Math.round((seconds * rounds) / (2 * TURN_SECONDS)));

export function occupancyQuoteLines({ plain, derived }: OccupancyQuoteFigures): string[] {
  return [
    comparedLine('quotes of a plain plan', plain),
    comparedLine('quotes by occupancy, derived plan', derived, GOAL),
  ];
}
