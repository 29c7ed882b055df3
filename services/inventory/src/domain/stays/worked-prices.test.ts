import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { plan, villa } from '../../../test/build-resource.ts';
import { stayAt } from '../time/stay.ts';
import { billOnPlan, datedStay } from './quote-stay.ts';

const PAGE = new URL('../../../../../docs/guides/prices.md', import.meta.url);
const NIGHTS: Record<string, string> = { Monday: '2027-06-07', Friday: '2027-06-11' };

const flex = plan({
  id: 'flex',
  code: 'FLEX',
  pricing: {
    baseAmountMinorUnits: 10_000n,
    dayOfWeekMultipliersBps: { fri: 12_000, sat: 12_000 },
    occupancy: {
      includedAdults: 2,
      extraAdultMinorUnits: 3_000n,
      singleAdultMultiplierBps: 8_000,
      includedChildren: 1,
      children: [
        { fromAge: 3, toAge: 12, amountMinorUnits: 1_500n },
        { fromAge: 13, toAge: 17, amountMinorUnits: 2_500n },
      ],
    },
  },
});
const nrf = plan({
  id: 'nrf',
  code: 'NRF',
  derivedFrom: {
    ratePlanCode: 'FLEX',
    multiplierBps: 9_000,
    adjustment: { kind: 'subtract', amountMinorUnits: 500n },
  },
});
const room = villa({ plans: [flex, nrf] });

/** `2 adults, children of 8 and 14, rate 20000 on FLEX` */
function partyOf(text: string) {
  const adults = Number(/^(\d+) adult/.exec(text)?.[1]);
  const ages = /(?:child|children) of ([\d, and]+)/.exec(text)?.[1] ?? '';
  const childAges = [...ages.matchAll(/\d+/g)].map(([age]) => Number(age));
  const [, amount, code] = /rate (\d+) on (\w+)/.exec(text) ?? [];
  const rate = amount === undefined ? undefined : { amount: BigInt(amount), planId: code?.toLowerCase() };
  return {
    party: { partySize: adults + childAges.length, quantity: 1, children: childAges.length },
    childAges,
    rate,
  };
}

function price(guests: string, code: string, night: string) {
  const { party, childAges, rate } = partyOf(guests);
  const date = NIGHTS[night] ?? '';
  const window = {
    from: Temporal.Instant.from(`${date}T15:00:00Z`),
    to: Temporal.Instant.from(`${date}T15:00:00Z`).add({ hours: 24 }),
  };
  const nightlyRates = {
    get: (id: string) => (rate?.planId === id ? new Map([[date, rate.amount]]) : undefined),
  };
  const dated = datedStay(room, stayAt(room, window), Temporal.Instant.from('2027-01-01T00:00:00Z'));
  const chosen = room.plans.find((one) => one.code === code);
  const priced = billOnPlan(room, chosen, { dated, nightlyRates, taxRules: [] }, { party, childAges });
  if (!priced.ok) throw new Error(priced.refusal.detail);
  const [priced1] = priced.value.price.nights;
  return [String(priced1?.amountMinorUnits), String(priced1?.extraGuestsMinorUnits)];
}

const guide = readFileSync(PAGE, 'utf8');
const rows = guide
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, guests = '']) => /^\d+ adult/.test(guests));

test('the worked examples of the guide to prices are what a quote computes', () => {
  expect(rows).toHaveLength(12);
  for (const [, guests = '', code = '', night = '', ...shown] of rows)
    expect(price(guests, code, night), `${guests}, ${code}, ${night}`).toEqual(shown.slice(0, 2));
});

test('the room of the guide has place for each party of the examples', () => {
  const most = (name: string) => Number(new RegExp(String.raw`\\?"${name}\\?":(\d+)`).exec(guide)?.[1]);
  for (const [, guests = ''] of rows) {
    const { partySize, children } = partyOf(guests).party;
    expect(partySize, guests).toBeLessThanOrEqual(Math.min(most('maxOccupancy'), most('capacity')));
    expect(children, guests).toBeLessThanOrEqual(most('maxChildren'));
    expect(partySize - children, guests).toBeLessThanOrEqual(most('maxAdults'));
  }
});
