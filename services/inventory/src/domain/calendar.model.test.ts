import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarDays, daysOfWindow } from './calendar/calendar.ts';
import type { CalendarDay, CalendarSnapshot } from './calendar/calendar.ts';
import { dayNumber } from './time/day-number.ts';
import { blockingKinds } from './units/peak-units.ts';
import type { TakenUnits } from './units/peak-units.ts';
import { restrictionOn } from './rates/plan-rules.ts';
import { billOnPlan, datedStay } from './stays/quote-stay.ts';
import { tariffOf } from './stays/tariff.ts';
import { stayAt } from './time/stay.ts';
import type { Pricing, ResourceConfig, SellablePlan } from './resources/resource.ts';
import { anyDerivations, anyOccupancy, withDerivations } from '../../test/build-prices.ts';
import { court, plan, restriction, villa } from '../../test/build-resource.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/Sao_Paulo',
  'Africa/Cairo',
  'Pacific/Auckland',
  'Asia/Kolkata',
];
/** Some days before the change of the clocks in Europe; those of Cairo change within days, at midnight. */
const START = Temporal.PlainDate.from('2027-03-22');
const NIGHTS = 45;

const dateAt = (day: number) => START.add({ days: day }).toString();
const anyRange = fc
  .tuple(fc.integer({ min: -10, max: NIGHTS + 5 }), fc.integer({ min: 1, max: 30 }))
  .map(([first, length]) => ({ from: dateAt(first), to: dateAt(first + length) }));
const anyNights = fc.option(fc.integer({ min: 1, max: 9 }));
const anyLimits = fc.record({
  stopSell: fc.boolean(),
  minStayNights: anyNights,
  maxStayNights: anyNights,
  closedToArrival: fc.option(fc.boolean()),
  closedToDeparture: fc.option(fc.boolean()),
});
const anyRestriction = fc
  .tuple(anyRange, anyLimits)
  .map(([{ from, to }, limits]) => restriction(from, to, limits));
const anyBps = fc.constantFrom(0, 9_999, 10_000, 12_345);
const anyPricing: fc.Arbitrary<Pricing> = fc.record({
  baseAmountMinorUnits: fc.option(fc.bigInt({ min: 0n, max: 99_999n })),
  dayOfWeekMultipliersBps: fc.record({ mon: anyBps, sat: anyBps }, { requiredKeys: [] }),
  seasons: fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), anyBps), { maxLength: 3 }).map((seasons) =>
    [...new Map(seasons)].map(([week, multiplierBps]) => ({
      name: 'season',
      from: dateAt(week * 7),
      to: dateAt(week * 7 + 7),
      multiplierBps,
    })),
  ),
  occupancy: anyOccupancy,
});
const anyPlan: fc.Arbitrary<SellablePlan> = fc
  .record({
    enabled: fc.boolean(),
    minStayNights: fc.integer({ min: 1, max: 4 }),
    maxStayNights: anyNights,
    closedToArrival: fc.boolean(),
    closedToDeparture: fc.boolean(),
    restrictions: fc.array(anyRestriction, { maxLength: 6 }),
    pricing: fc.option(anyPricing, { nil: undefined }),
  })
  .map((changes) => plan(changes));
const anyRates = fc.array(
  fc.tuple(
    fc.integer({ min: 0, max: NIGHTS }).map((day) => dayNumber(dateAt(day))),
    fc.bigInt({ min: 0n, max: 99_999n }),
  ),
  { maxLength: 10 },
);
const anyClaims = (unitMs: number, longest: number) =>
  fc.array(
    fc.record({
      kind: fc.constantFrom('reservation', 'external_block'),
      units: fc.integer({ min: 1, max: 2 }),
      first: fc.integer({ min: -longest, max: Math.ceil((NIGHTS * DAY_MS) / unitMs) }),
      length: fc.integer({ min: 1, max: longest }),
    }),
    { maxLength: 12 },
  );

function claimsAt(
  origin: number,
  unitMs: number,
  claims: readonly { kind: string; units: number; first: number; length: number }[],
): TakenUnits[] {
  return claims.map(({ kind, units, first, length }) => ({
    kind: kind === 'reservation' ? 'reservation' : 'external_block',
    units,
    start: origin + first * unitMs,
    end: origin + (first + length) * unitMs,
  }));
}

/** The night of a quote for the adults that the base amount includes. */
function nightly(
  { resource, nightlyRates }: CalendarSnapshot,
  one: SellablePlan,
  date: string,
): bigint | undefined {
  const at = Temporal.Instant.from(`${date}T12:00:00Z`);
  const stay = stayAt({ ...resource, timezone: 'UTC' }, { from: at, to: at.add({ hours: 24 }) });
  const rates = {
    get(id: string) {
      const amount = nightlyRates.get(id)?.get(dayNumber(date));
      return amount === undefined ? undefined : new Map([[date, amount]]);
    },
  };
  const facts = { dated: datedStay(resource, stay, at), nightlyRates: rates, taxRules: [] };
  const partySize = tariffOf(resource, one).pricing?.occupancy?.includedAdults ?? 1;
  const priced = billOnPlan(resource, one, facts, { party: { partySize, quantity: 1 } });
  return priced.ok ? priced.value.price.nights[0]?.amountMinorUnits : undefined;
}

function least(numbers: readonly bigint[]): bigint | null {
  return numbers.reduce<bigint | null>((low, one) => (low === null || one < low ? one : low), null);
}

function modelOfLodging(snapshot: CalendarSnapshot, date: string): CalendarDay {
  const { resource, taken } = snapshot;
  const start = Temporal.PlainDate.from(date).toZonedDateTime('UTC').epochMilliseconds;
  const blocking = blockingKinds(
    taken,
    { start, end: start + DAY_MS },
    { quantity: 1, units: resource.units },
  );
  const enabled = resource.plans.filter((one) => one.enabled);
  const terms = enabled.map((one) => ({ one, on: restrictionOn(one.restrictions, date) }));
  const selling = terms.filter(({ on }) => on?.stopSell !== true);
  const hints = selling.map(({ one }) => nightly(snapshot, one, date));
  const minimums = terms.map(({ one, on }) => on?.minStayNights ?? one.minStayNights);
  const maximums = terms.map(({ one, on }) => on?.maxStayNights ?? one.maxStayNights);
  const some = terms.length > 0;
  const reasons = [
    ...(blocking.has('reservation') ? (['reserved'] as const) : []),
    ...(blocking.has('external_block') ? (['external_block'] as const) : []),
    ...(selling.length === 0 ? (['stop_sell'] as const) : []),
  ];
  return {
    date,
    status: reasons.length === 0 ? 'available' : 'unavailable',
    reasons,
    priceHintMinorUnits: least(hints.filter((hint) => hint !== undefined)),
    restrictions: {
      stopSell: selling.length === 0,
      minStayNights: some ? Math.min(...minimums) : null,
      maxStayNights:
        !some || maximums.includes(null) ? null : Math.max(...maximums.filter((one) => one !== null)),
      closedToArrival: some && terms.every(({ one, on }) => on?.closedToArrival ?? one.closedToArrival),
      closedToDeparture: some && terms.every(({ one, on }) => on?.closedToDeparture ?? one.closedToDeparture),
    },
  };
}

test('each night of a lodging calendar equals the model in every time zone', () => {
  const anyResource = fc.record({
    units: fc.integer({ min: 1, max: 3 }),
    plans: fc.array(fc.tuple(anyPlan, anyRates), { maxLength: 4 }),
    derivations: anyDerivations,
    claims: anyClaims(DAY_MS, 12),
    timezone: fc.constantFrom(...ZONES),
    hour: fc.integer({ min: 0, max: 23 }),
  });
  fc.assert(
    fc.property(anyResource, ({ units, plans, derivations, claims, timezone, hour }) => {
      const sold = plans.map(([one], id) => ({ ...one, id: `${id}`, code: `${id}` }));
      const resource = villa({ units, timezone, plans: withDerivations(sold, derivations) });
      const nightlyRates = new Map(plans.map(([, rates], id) => [`${id}`, new Map(rates)]));
      const origin = START.toZonedDateTime('UTC').epochMilliseconds;
      const snapshot: CalendarSnapshot = { resource, nightlyRates, taken: claimsAt(origin, DAY_MS, claims) };
      const from = START.toZonedDateTime({ timeZone: timezone, plainTime: { hour } }).toInstant();
      const to = START.add({ days: NIGHTS }).toZonedDateTime(timezone).toInstant();
      const days = calendarDays(snapshot, daysOfWindow(resource, { from, to }));
      expect(days).toEqual(Array.from({ length: NIGHTS }, (_, day) => modelOfLodging(snapshot, dateAt(day))));
    }),
    { numRuns: 150 },
  );
});

/** Checks the local day in steps of half an hour. */
function modelOfCourt(resource: ResourceConfig, taken: readonly TakenUnits[], date: string): string[] {
  const day = Temporal.PlainDate.from(date);
  const end = day.add({ days: 1 }).toZonedDateTime(resource.timezone).epochMilliseconds;
  const kinds = new Set<string>();
  for (let at = day.toZonedDateTime(resource.timezone).epochMilliseconds; at < end; at += HOUR_MS / 2) {
    const now = taken.filter((claim) => claim.start <= at && at < claim.end);
    if (now.reduce((sum, { units }) => sum + units, 0) < resource.units) return [];
    for (const { kind } of now) kinds.add(kind);
  }
  return [
    ...(kinds.has('reservation') ? ['reserved'] : []),
    ...(kinds.has('external_block') ? ['external_block'] : []),
  ];
}

test('a local day of a generic resource is unavailable only when all its hours are taken', () => {
  const anyResource = fc.record({
    units: fc.integer({ min: 1, max: 2 }),
    claims: anyClaims(HOUR_MS * 6, 30),
    timezone: fc.constantFrom(...ZONES),
  });
  fc.assert(
    fc.property(anyResource, ({ units, claims, timezone }) => {
      const pricing = { baseAmountMinorUnits: 700n };
      const resource = court({ units, timezone, pricing });
      const from = START.toZonedDateTime(timezone).toInstant();
      const to = START.add({ days: NIGHTS }).toZonedDateTime(timezone).toInstant();
      const taken = claimsAt(from.epochMilliseconds, HOUR_MS * 6, claims);
      const snapshot = { resource, taken, nightlyRates: new Map() };
      const days = calendarDays(snapshot, daysOfWindow(resource, { from, to }));
      expect(days.map(({ date, reasons }) => [date, reasons])).toEqual(
        Array.from({ length: NIGHTS }, (_, day) => [dateAt(day), modelOfCourt(resource, taken, dateAt(day))]),
      );
      expect(days.every(({ priceHintMinorUnits: hint }) => hint === 700n)).toBe(true);
    }),
    { numRuns: 100 },
  );
});

test('366 nights with 4 plans, 200 restrictions and 100 stays take a few milliseconds', () => {
  const restrictions = Array.from({ length: 50 }, (_, index) =>
    restriction(dateAt(index * 7), dateAt(index * 7 + 30), { minStayNights: (index % 5) + 1 }),
  );
  const pricing = {
    baseAmountMinorUnits: 10_000n,
    dayOfWeekMultipliersBps: { fri: 12_000, sat: 12_500 },
    seasons: [{ name: 'high', from: dateAt(60), to: dateAt(200), multiplierBps: 15_000 }],
  };
  const plans = ['a', 'b', 'c', 'd'].map((id) => plan({ id, restrictions, pricing }));
  const own = new Map(Array.from({ length: 366 }, (_, day) => [dayNumber(dateAt(day)), BigInt(day)]));
  const origin = START.toZonedDateTime('UTC').epochMilliseconds;
  const taken = Array.from({ length: 100 }, (_, index) => ({
    kind: 'reservation' as const,
    units: 1,
    start: origin + index * 3 * DAY_MS,
    end: origin + (index * 3 + 2) * DAY_MS,
  }));
  const resource = villa({ plans });
  const snapshot = { resource, taken, nightlyRates: new Map(plans.map(({ id }) => [id, own])) };
  const days = { first: dayNumber(dateAt(0)), end: dayNumber(dateAt(366)) };
  const times = Array.from({ length: 30 }, () => {
    const since = performance.now();
    calendarDays(snapshot, days);
    return performance.now() - since;
  });
  // The shortest run: the machine may be busy with other work.
  expect(Math.min(...times)).toBeLessThan(5);
});
