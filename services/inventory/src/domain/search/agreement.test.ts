import { divideHalfUp } from '@lodging/kernel';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyDerivations, anyOccupancy, withDerivations } from '../../../test/build-prices.ts';
import { plan, restriction, villa } from '../../../test/build-resource.ts';
import { fixed, percent } from '../../../test/build-tax-rule.ts';
import { isoDate } from '../time/day-number.ts';
import { reasonsOnAnyPlan } from '../stays/find-reasons.ts';
import type { TakenUnits } from '../units/peak-units.ts';
import { quoteStay } from '../stays/quote-stay.ts';
import type { StaySnapshot } from '../stays/quote-stay.ts';
import type { ResourceConfig } from '../resources/resource.ts';
import { stayAt } from '../time/stay.ts';
import { evaluateStay, searchedPlans } from './evaluated.ts';
import type { EvaluatedCandidate } from './evaluated.ts';
import { createSearchContext } from './search-context.ts';
import type { SearchedTime, StaySearch } from './search.ts';
import { createSearchedStays } from './searched-stays.ts';

const PROPERTIES = 10_000;
const NOW = Temporal.Instant.from('2027-03-20T09:30:00Z');
/** Around the change of the clocks in Europe. */
const FIRST_DAY = 20_896;
const HOUR_MS = 3_600_000;
const dateAt = (day: number) => isoDate(FIRST_DAY + day);
const chance = (share: number) => fc.integer({ min: 1, max: 10 }).map((one) => one <= share);

const anyRange = fc
  .tuple(fc.integer({ min: 0, max: 18 }), fc.integer({ min: 1, max: 6 }))
  .map(([first, length]) => ({ from: dateAt(first), to: dateAt(first + length) }));
const anyRestriction = fc
  .tuple(anyRange, chance(3), fc.option(fc.integer({ min: 1, max: 4 })), fc.option(fc.boolean()))
  .map(([{ from, to }, stopSell, minStayNights, closedToDeparture]) =>
    restriction(from, to, { stopSell, minStayNights, closedToDeparture }),
  );
const anyPricing = fc.record({
  baseAmountMinorUnits: fc.option(fc.bigInt({ min: 0n, max: 99_999n }), { freq: 9 }),
  dayOfWeekMultipliersBps: fc.constantFrom({}, { sat: 12_345 }, { fri: 9_000, sun: 0 }),
  seasons: anyRange.map((range) => [{ ...range, name: 'Season', multiplierBps: 11_111 }]),
  leadTimeTiers: fc.constantFrom([], [{ minDaysAhead: 0, maxDaysAhead: 7, multiplierBps: 12_500 }]),
  lengthOfStayTiers: fc.constantFrom(
    [],
    [
      { minNights: 2, multiplierBps: 9_500 },
      { minNights: 4, multiplierBps: 9_000 },
    ],
  ),
  occupancy: anyOccupancy,
});
const anyPlans = fc
  .array(
    fc.record({
      minStayNights: fc.integer({ min: 1, max: 2 }),
      maxStayNights: fc.constantFrom(null, 4),
      closedToArrival: chance(1),
      enabled: chance(8),
      restrictions: fc.array(anyRestriction, { maxLength: 2 }),
      pricing: fc.option(anyPricing, { nil: undefined, freq: 9 }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((plans) =>
    plans.map((one, index) => plan({ ...one, id: `plan-${index}`, code: `${'BaC'[index]}-plan` })),
  );
const anyProperty: fc.Arbitrary<ResourceConfig> = fc
  .record({
    kind: fc.constantFrom('villa' as const, 'villa' as const, 'hotel_room' as const, 'generic' as const),
    timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Auckland'),
    currency: fc.constantFrom('EUR', 'USD', 'JPY'),
    units: fc.integer({ min: 1, max: 3 }),
    capacity: fc.integer({ min: 2, max: 4 }),
    checkInTime: fc.constantFrom('15:00', '02:30', '00:00'),
    checkOutTime: fc.constantFrom('11:00', '02:30', '23:59'),
    isArchived: chance(1),
    plans: anyPlans,
    derivations: anyDerivations,
    pricing: fc.option(anyPricing, { nil: undefined }),
  })
  .map(({ derivations, ...property }) =>
    villa(
      property.kind === 'generic'
        ? { ...property, roomType: null, plans: [] }
        : { ...property, plans: withDerivations(property.plans, derivations) },
    ),
  );

const anyTaken: fc.Arbitrary<TakenUnits[]> = fc.array(
  fc
    .record({
      first: fc.integer({ min: 0, max: 20 }),
      nights: fc.integer({ min: 1, max: 5 }),
      units: fc.integer({ min: 1, max: 2 }),
      hour: fc.constantFrom(0, 0, 7),
      kind: fc.constantFrom('reservation' as const, 'reservation' as const, 'external_block' as const),
    })
    .map(({ first, nights, units, hour, kind }) => {
      const start = (FIRST_DAY + first) * 24 * HOUR_MS + hour * HOUR_MS;
      return { kind, units, start, end: start + nights * 24 * HOUR_MS };
    }),
  { maxLength: 4 },
);

const anyTime: fc.Arbitrary<SearchedTime> = fc.oneof(
  anyRange.map(({ from, to }) => ({ kind: 'dates' as const, arrival: from, departure: to })),
  anyRange.map(({ from, to }) => {
    const at = (date: string) => Temporal.Instant.from(`${date}T22:30:00Z`);
    return { kind: 'window' as const, window: { from: at(from), to: at(to) } };
  }),
  fc
    .tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 1, max: 2 }), fc.integer({ min: 0, max: 1 }))
    .map(([first, minNights, more]) => ({
      kind: 'flexible' as const,
      earliest: dateAt(first),
      latest: dateAt(first + 4),
      minNights,
      maxNights: minNights + more,
      arrivalWeekdays: undefined,
    })),
);
const anySearch: fc.Arbitrary<StaySearch> = fc
  .record({
    time: anyTime,
    partySize: fc.integer({ min: 1, max: 4 }),
    quantity: fc.constantFrom(1, 1, 2),
    children: fc.constantFrom(undefined, 0, 1),
    age: fc.option(fc.integer({ min: 0, max: 17 }), { nil: undefined }),
    currency: fc.constantFrom(undefined, 'EUR', 'USD', 'GBP'),
  })
  .map(({ time, currency, age, ...party }) => ({
    time,
    party,
    currency,
    childAges: party.children === 1 && age !== undefined ? [age] : undefined,
    ratePlanCodes: undefined,
    freeCancellation: false,
    maxTotalMinorUnits: undefined,
    plans: 'all',
    bookableOnly: false,
    sort: 'price',
  }));

const taxRules = [
  fixed('clean', { basis: 'per_stay', amountMinorUnits: 3_000n }, { kind: 'fee' }),
  percent('vat', '725', { inclusive: true }),
  fixed('city', { basis: 'per_person_per_night', amountMinorUnits: 250n }, { collect: 'property' }),
];
const fxRates = [
  {
    fromCurrency: 'EUR',
    toCurrency: 'USD',
    rate: '1.0850',
    effectiveAt: NOW.subtract({ hours: 9 }),
    source: 'x',
  },
];

const anyNightlyRates = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 20 }), fc.bigInt({ min: 1n, max: 99_999n })),
  {
    maxLength: 3,
  },
);

const anyRatesOfPlans = fc.array(anyNightlyRates, { minLength: 3, maxLength: 3 });

/** As availability, and as the quotes of all plans, answer for the same stay. */
function expectAgreement(evaluated: EvaluatedCandidate, snapshot: StaySnapshot, search: StaySearch): void {
  const { resource, taken } = snapshot;
  const { party, childAges, currency: displayCurrency } = search;
  const { window } = evaluated.dated.stay;
  const reasons = reasonsOnAnyPlan(resource, { stay: stayAt(resource, window), party, taken });
  expect(evaluated.reasons).toEqual(reasons);
  const totals: bigint[] = [];
  for (const offer of evaluated.offers) {
    const quoteRequest = {
      purpose: 'quote' as const,
      window,
      party,
      childAges,
      ratePlanId: offer.plan?.id,
      displayCurrency,
    };
    const quoted = quoteStay(snapshot, quoteRequest, NOW);
    if (offer.priced === null) {
      expect(quoted.ok).toBe(false);
      if (quoted.ok) continue;
      const { code, extra } = quoted.refusal;
      // A quote looks at the party before the availability.
      if (code === 'party_not_divisible') {
        expect(offer.isUndivided ?? offer.reasons.length > 0).toBe(true);
        if (offer.isUndivided === true) undivided += 1;
        continue;
      }
      expect([code, extra?.['reasons'] ?? []]).toEqual([
        offer.reasons.length > 0 ? 'unavailable' : 'no_pricing_rule',
        offer.reasons,
      ]);
      continue;
    }
    const { bill, displayMinorUnits, averageNightMinorUnits } = offer.priced;
    const nightly = bill.nights.reduce((sum, { amountMinorUnits }) => sum + amountMinorUnits, 0n);
    if (quoted.ok) expect(quoted.value.price.subtotalMinorUnits).toBe(nightly * BigInt(party.quantity));
    totals.push(bill.totalMinorUnits);
    if (!quoted.ok) {
      expect([quoted.refusal.code, displayMinorUnits]).toEqual(['fx_rate_unavailable', null]);
      continue;
    }
    expect(bill).toEqual(quoted.value.bill);
    expect(displayMinorUnits).toBe(quoted.value.display.amountMinorUnits);
    const nights = BigInt(quoted.value.price.nights.length * party.quantity);
    expect(averageNightMinorUnits).toBe(divideHalfUp(bill.totalMinorUnits, nights));
  }
  const least = totals.toSorted((one, other) => (one < other ? -1 : 1))[0];
  expect(evaluated.cheapest?.priced.bill.totalMinorUnits).toBe(least);
  const isUndivided = evaluated.offers.some((offer) => offer.isUndivided);
  expect(evaluated.problems.includes('party_not_divisible')).toBe(
    reasons.length === 0 && totals.length === 0 && isUndivided,
  );
}

let undivided = 0;

const TIMEOUT = { timeout: 120_000 };

test(
  `a search agrees with availability and with the quote of each plan, for ${PROPERTIES} random properties`,
  TIMEOUT,
  () => {
    let [available, priced, refused] = [0, 0, 0];
    fc.assert(
      fc.property(anyProperty, anyTaken, anyRatesOfPlans, anySearch, (resource, taken, rates, search) => {
        const nightlyRates = new Map(
          rates.map((ofPlan, index) => [
            `plan-${index}`,
            new Map(ofPlan.map(([day, amount]) => [dateAt(day), amount])),
          ]),
        );
        const snapshot = { resource, taken, nightlyRates, fxRates, taxRules, policies: new Map() };
        const context = createSearchContext(snapshot, search, NOW);
        const plans = searchedPlans(resource, search);
        const searched = { resource, plans, taken, nightlyRates };
        const { plans: _plans, ...axis } = resource;
        for (const dated of createSearchedStays(search.time, NOW)(axis).stays) {
          const evaluated = evaluateStay(searched, dated, context);
          expectAgreement(evaluated, snapshot, search);
          const cheapest = evaluateStay(searched, dated, {
            ...context,
            search: { ...search, plans: 'cheapest' },
          });
          expect(cheapest).toEqual({ ...evaluated, offers: [] });
          const bookable = evaluateStay(searched, dated, {
            ...context,
            search: { ...search, plans: 'cheapest', bookableOnly: true },
          });
          expect(bookable.cheapest).toEqual(evaluated.cheapest);
          if (evaluated.reasons.length > 0) refused += 1;
          else available += 1;
          if (evaluated.cheapest !== null) priced += 1;
        }
      }),
      { numRuns: PROPERTIES },
    );
    // So that the properties are neither all free nor all full.
    for (const count of [available, priced, refused]) expect(count).toBeGreaterThan(PROPERTIES / 10);
    expect(undivided).toBeGreaterThan(PROPERTIES / 100);
  },
);
