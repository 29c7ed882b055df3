import fc from 'fast-check';
import { expect, it } from 'vitest';
import { court, plan, restriction, villa } from '../../../test/build-resource.ts';
import { fixed, percent } from '../../../test/build-tax-rule.ts';
import { DAY_MS, dayNumber } from '../time/day-number.ts';
import type { TakenUnits } from '../units/peak-units.ts';
import { datedStay, quoteStay } from '../stays/quote-stay.ts';
import { isGeneric } from '../time/resource-kind.ts';
import type { ResourceConfig } from '../resources/resource.ts';
import { createSearchContext } from '../search/search-context.ts';
import type { StaySearch } from '../search/search.ts';
import { stayAt } from '../time/stay.ts';
import { ALTERNATIVE_KINDS } from './alternative.ts';
import { findAlternatives } from './find-alternatives.ts';
import { planAttempts } from './plan-attempts.ts';

const PROPERTIES = 500;
const now = Temporal.Instant.from('2027-03-20T09:30:00Z');
const FIRST = Temporal.PlainDate.from('2027-03-19');
const dateAt = (day: number) => FIRST.add({ days: day });
const chance = (share: number) => fc.integer({ min: 1, max: 10 }).map((one) => one <= share);

const anyRange = fc
  .tuple(fc.integer({ min: -2, max: 30 }), fc.integer({ min: 1, max: 6 }))
  .map(([first, length]) => ({ from: dateAt(first).toString(), to: dateAt(first + length).toString() }));
const anyPlan = fc.record({
  minStayNights: fc.integer({ min: 1, max: 4 }),
  maxStayNights: fc.constantFrom(null, 4),
  closedToArrival: chance(2),
  enabled: chance(8),
  restrictions: fc.array(
    fc
      .tuple(anyRange, chance(3), fc.option(fc.integer({ min: 1, max: 4 })))
      .map(([{ from, to }, stopSell, minStayNights]) => restriction(from, to, { stopSell, minStayNights })),
    { maxLength: 2 },
  ),
  pricing: fc.option(
    fc.record({
      baseAmountMinorUnits: fc.bigInt({ min: 0n, max: 9_999n }),
      dayOfWeekMultipliersBps: fc.constantFrom({}, { sat: 12_345 }),
      leadTimeTiers: fc.constantFrom([], [{ minDaysAhead: 0, maxDaysAhead: 7, multiplierBps: 12_500 }]),
    }),
    { nil: undefined, freq: 9 },
  ),
});
const anyResource: fc.Arbitrary<ResourceConfig> = fc
  .record({
    generic: chance(2),
    kind: fc.constantFrom('villa' as const, 'hotel_room' as const),
    type: fc.constantFrom('one', 'two'),
    timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Auckland'),
    currency: fc.constantFrom('EUR', 'USD', 'JPY'),
    units: fc.integer({ min: 1, max: 2 }),
    capacity: fc.integer({ min: 2, max: 4 }),
    checkInTime: fc.constantFrom('15:00', '02:30', '00:00'),
    checkOutTime: fc.constantFrom('11:00', '02:30', '23:59'),
    plans: fc.array(anyPlan, { minLength: 1, maxLength: 3 }),
  })
  .map(({ generic, kind, type, plans, ...fields }) => {
    const [first] = plans;
    if (generic) return court({ ...fields, pricing: first?.pricing });
    const roomType = { ...villa().roomType, id: type } as ResourceConfig['roomType'];
    const sold = plans.map((one, index) => plan({ ...one, id: `${index}`, code: 'bca'[index] ?? '' }));
    return villa({ ...fields, kind, roomType, plans: sold });
  });
const anyTaken = fc.array(
  anyRange.map(({ from, to }): TakenUnits => {
    const span = { start: dayNumber(from) * DAY_MS, end: dayNumber(to) * DAY_MS };
    return { kind: 'reservation', units: 1, ...span };
  }),
  { maxLength: 8 },
);
const anyTestCase = fc.record({
  properties: fc.array(fc.tuple(anyResource, anyTaken), { minLength: 1, maxLength: 7 }),
  first: fc.integer({ min: 0, max: 24 }),
  nights: fc.integer({ min: 1, max: 5 }),
  plan: fc.option(fc.nat(2), { nil: undefined }),
  partySize: fc.integer({ min: 1, max: 4 }),
  currency: fc.constantFrom(undefined, 'EUR', 'USD', 'GBP'),
  most: fc.integer({ min: 1, max: 5 }),
});
type TestCase = typeof anyTestCase extends fc.Arbitrary<infer T> ? T : never;

const taxRules = [
  fixed('clean', { basis: 'per_stay', amountMinorUnits: 3_000n }, { kind: 'fee' }),
  percent('vat', '725', { inclusive: false }),
];
const rate = { fromCurrency: 'EUR', toCurrency: 'USD', rate: '1.085', source: 'x' };
const fxRates = [{ ...rate, effectiveAt: now.subtract({ hours: 1 }) }];

function testCaseOf({ properties, first, nights, plan: index, ...testCase }: TestCase) {
  const resources = properties.map(([property], place) => ({ ...property, id: `r${place}` }));
  const taken = new Map(properties.map(([, claims], place) => [`r${place}`, claims]));
  const [resource = villa(), ...siblings] = resources;
  const [arrival, departure] = [dateAt(first), dateAt(first + nights)];
  const window = windowOf(resource, arrival, isGeneric(resource) ? arrival : departure, ['10:00', '12:30']);
  const requested =
    index === undefined ? undefined : resource.plans[index % Math.max(1, resource.plans.length)];
  return { ...testCase, resource, siblings, taken, window, requested };
}

function windowOf(
  { timezone }: ResourceConfig,
  arrival: Temporal.PlainDate,
  departure: Temporal.PlainDate,
  [from, to]: readonly [string, string],
) {
  const at = (date: Temporal.PlainDate, time: string) =>
    date.toPlainDateTime(Temporal.PlainTime.from(time)).toZonedDateTime(timezone).toInstant();
  return { from: at(arrival, from), to: at(departure, to) };
}

/** A stay, its points, and the plans of which the first that can be had is taken, else the cheapest of the rest. */
interface Try {
  readonly kind: string;
  readonly points: number;
  readonly resource: ResourceConfig;
  readonly window: ReturnType<typeof windowOf>;
  readonly plan: string | undefined;
  readonly orAny: boolean;
}

/** Everything that the contract names, written down one by one. */
function triesOf(
  { resource, siblings, window, requested }: ReturnType<typeof testCaseOf>,
  reasons: readonly string[],
): Try[] {
  const { timezone } = resource;
  const [start, end] = [window.from, window.to].map((at) => at.toZonedDateTimeISO(timezone).toPlainDate());
  if (start === undefined || end === undefined) throw new Error('no dates');
  const times = ['10:00', '12:30'] as const;
  const own = { resource, plan: requested?.code, orAny: requested === undefined };
  const moved = (kind: string, points: number, [a, d]: readonly [number, number]): Try => {
    const dates = [start.add({ days: a }), end.add({ days: d })] as const;
    return { kind, points, ...own, window: windowOf(resource, ...dates, times) };
  };
  const tries: Try[] = [];
  for (const { code, enabled } of requested === undefined ? [] : resource.plans)
    if (enabled && code !== requested?.code)
      tries.push({ kind: 'plan', points: 1, resource, window, plan: code, orAny: false });
  for (let days = 1; days <= 14; days += 1)
    for (const sign of [-1, 1]) tries.push(moved('shift', 1 + 2 * days, [sign * days, sign * days]));
  for (let lost = 1; lost <= 3; lost += 1) {
    tries.push(moved('shorter', 2 + 3 * lost, [lost, 0]), moved('shorter', 2 + 3 * lost, [0, -lost]));
    if (reasons.includes('min_stay')) tries.push(moved('longer', 2 + 3 * lost, [0, lost]));
  }
  for (const sibling of siblings) {
    if (isGeneric(sibling) !== isGeneric(resource)) continue;
    const isSameType = sibling.roomType !== null && sibling.roomType.id === resource.roomType?.id;
    const their = isGeneric(sibling) ? times : ([sibling.checkInTime, sibling.checkOutTime] as const);
    const there = windowOf(sibling, start, end, their);
    const points = isSameType ? 2 : 6;
    tries.push({
      kind: 'resource',
      points,
      resource: sibling,
      window: there,
      plan: requested?.code,
      orAny: true,
    });
  }
  return tries;
}

function quotedBy(testCase: ReturnType<typeof testCaseOf>) {
  return ({ resource, window, plan: code, orAny, ...one }: Try) => {
    if (Temporal.Instant.compare(window.from, window.to) >= 0) return [];
    const today = (zone: string) => now.toZonedDateTimeISO(zone).toPlainDate();
    const begins = ({ timezone }: ResourceConfig, at: Temporal.Instant) =>
      Temporal.PlainDate.compare(at.toZonedDateTimeISO(timezone).toPlainDate(), today(timezone));
    if (begins(resource, window.from) < 0 && begins(testCase.resource, testCase.window.from) >= 0) return [];
    const taken = testCase.taken.get(resource.id) ?? [];
    const facts = { resource, taken, nightlyRates: new Map(), fxRates, taxRules, policies: new Map() };
    const quote = (ratePlanId: string | undefined, planCode: string) => {
      const party = { partySize: testCase.partySize, quantity: 1 };
      const quoted = quoteStay(facts, { purpose: 'quote', window, party, ratePlanId }, now);
      if (!quoted.ok) return [];
      const shown = {
        purpose: 'quote' as const,
        window,
        party,
        ratePlanId,
        displayCurrency: testCase.currency,
      };
      const displayed = quoteStay(facts, shown, now);
      const display = displayed.ok ? displayed.value.display.amountMinorUnits : null;
      const total = quoted.value.bill.totalMinorUnits;
      return [
        { ...one, resource: resource.id, currency: resource.currency, planCode, window, total, display },
      ];
    };
    if (isGeneric(resource)) return quote(undefined, '').slice(0, 1);
    const same = resource.plans.find((sold) => sold.code === code);
    const first = same === undefined ? [] : quote(same.id, same.code);
    if (first.length > 0 || !orAny) return first;
    const all = resource.plans.flatMap((sold) => quote(sold.id, sold.code));
    return all
      .toSorted((a, b) => Number(a.total - b.total) || (a.planCode < b.planCode ? -1 : 1))
      .slice(0, 1);
  };
}
type Quoted = ReturnType<ReturnType<typeof quotedBy>>[number];

function inOrder(quoted: readonly Quoted[], { resource, currency }: ReturnType<typeof testCaseOf>): Quoted[] {
  const amountOf = ({ total, display, currency: own }: Quoted) => {
    if (currency !== undefined) return display;
    return own === resource.currency ? total : null;
  };
  const last = 10n ** 20n;
  return quoted.toSorted(
    (a, b) =>
      a.points - b.points ||
      Number((amountOf(a) ?? last) - (amountOf(b) ?? last)) ||
      Temporal.Instant.compare(a.window.from, b.window.from) ||
      (a.resource === b.resource ? 0 : a.resource < b.resource ? -1 : 1) ||
      (a.planCode < b.planCode ? -1 : Number(a.planCode > b.planCode)),
  );
}

/** As the contract says it: the next one in order of a kind that may have one more. */
function chosen(quoted: readonly Quoted[], testCase: ReturnType<typeof testCaseOf>): Quoted[] {
  const left = inOrder(quoted, testCase);
  const picked: Quoted[] = [];
  while (picked.length < testCase.most && left.length > 0) {
    const has = (kind: string) => picked.filter((one) => one.kind === kind).length;
    const isOver = left.every(({ kind }) => has(kind) >= 2);
    const index = left.findIndex(({ kind }) => isOver || has(kind) < 2);
    picked.push(...left.splice(index, 1));
  }
  return inOrder(picked, testCase);
}

const wordsOf = (kind: string, window: { from: Temporal.Instant; to: Temporal.Instant }, rest: unknown[]) =>
  [kind, window.from, window.to, ...rest].join(' ');

it(`names exactly the nearest stays that a quote accepts, for ${PROPERTIES} random properties`, () => {
  const kinds = new Map<string, number>();
  fc.assert(
    fc.property(anyTestCase, (random) => {
      const testCase = testCaseOf(random);
      const { resource, siblings, taken, window, requested: plan, partySize, currency, most } = testCase;
      const party = { partySize, quantity: 1 };
      const reasons = ['min_stay' as const];
      const search: StaySearch = {
        time: { kind: 'window', window },
        party,
        currency,
        childAges: undefined,
        ratePlanCodes: undefined,
        freeCancellation: false,
        maxTotalMinorUnits: undefined,
        plans: 'cheapest',
        bookableOnly: true,
        sort: 'price',
      };
      const context = createSearchContext({ taxRules, policies: new Map(), fxRates }, search, now);
      const requested = {
        resource,
        dated: datedStay(resource, stayAt(resource, window), now),
        reasons,
        plan,
      };
      const facts = { taken, nightlyRates: new Map() };
      const planned = planAttempts(requested, { siblings, search, now, kinds: ALTERNATIVE_KINDS });
      const finding = findAlternatives(requested, planned, {
        facts,
        context,
        wanted: { most, convertibleOnly: false },
      });
      let step = finding.next();
      while (step.done !== true) step = finding.next();
      const found = step.value.map((one) => {
        kinds.set(one.kind, (kinds.get(one.kind) ?? 0) + 1);
        const { resource: at, plan: sold, totalMinorUnits: total, displayMinorUnits: display } = one;
        return wordsOf(one.kind, one.window, [at.id, sold?.code ?? '', total, display]);
      });
      const expected = chosen(triesOf(testCase, reasons).flatMap(quotedBy(testCase)), testCase);
      expect(found).toEqual(
        expected.map((one) =>
          wordsOf(one.kind, one.window, [one.resource, one.planCode, one.total, one.display]),
        ),
      );
    }),
    { numRuns: PROPERTIES, seed: 1 },
  );
  expect([...kinds.keys()].toSorted()).toEqual(['longer', 'plan', 'resource', 'shift', 'shorter']);
}, 60_000);
