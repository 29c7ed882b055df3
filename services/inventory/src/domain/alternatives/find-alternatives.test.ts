import { expect, it } from 'vitest';
import { court, plan, restriction, villa } from '../../../test/build-resource.ts';
import { DAY_MS, dayNumber } from '../time/day-number.ts';
import { datedStay } from '../stays/quote-stay.ts';
import type { Reason } from '../stays/find-reasons.ts';
import type { TakenUnits } from '../units/peak-units.ts';
import type { ResourceConfig } from '../resources/resource.ts';
import { createSearchContext } from '../search/search-context.ts';
import type { StaySearch } from '../search/search.ts';
import { stayAt } from '../time/stay.ts';
import { ALTERNATIVE_KINDS } from './alternative.ts';
import { findAlternatives } from './find-alternatives.ts';
import { limitAttempts } from './limit-attempts.ts';
import { planAttempts } from './plan-attempts.ts';
import type { RequestedStay } from './plan-attempts.ts';

const now = Temporal.Instant.from('2027-06-01T09:00:00Z');
const priced = (base: bigint) => ({ baseAmountMinorUnits: base });
const flex = plan({ id: 'flex-id', code: 'flex', pricing: priced(10_000n) });
const property = villa({ id: 'b', plans: [flex] });
const dayAt = (date: string) => dayNumber(date) * DAY_MS;
const guest = (from: string, nights: number): TakenUnits => ({
  kind: 'reservation',
  units: 1,
  start: dayAt(from),
  end: dayAt(from) + nights * DAY_MS,
});

interface TestCase {
  readonly resource?: ResourceConfig;
  readonly siblings?: readonly ResourceConfig[];
  readonly taken?: Readonly<Record<string, readonly TakenUnits[]>>;
  readonly reasons?: readonly Reason[];
  readonly from?: string;
  readonly to?: string;
  readonly partySize?: number;
  readonly anyPlan?: boolean;
  readonly most?: number;
  readonly stays?: number;
  readonly work?: number;
}

function requestedStayOf({
  resource = property,
  reasons = ['reserved'],
  anyPlan = false,
  ...testCase
}: TestCase): RequestedStay {
  const { from = '2027-06-12T13:00:00Z', to = '2027-06-14T09:00:00Z' } = testCase;
  const window = { from: Temporal.Instant.from(from), to: Temporal.Instant.from(to) };
  const requested = anyPlan ? undefined : resource.plans[0];
  return { resource, dated: datedStay(resource, stayAt(resource, window), now), reasons, plan: requested };
}

function alternativesOf(testCase: TestCase) {
  const search: StaySearch = {
    time: { kind: 'dates', arrival: '2027-06-12', departure: '2027-06-14' },
    party: { partySize: testCase.partySize ?? 2, quantity: 1 },
    childAges: undefined,
    ratePlanCodes: undefined,
    freeCancellation: false,
    currency: undefined,
    maxTotalMinorUnits: undefined,
    plans: 'cheapest',
    bookableOnly: true,
    sort: 'price',
  };
  const context = createSearchContext({ taxRules: [], policies: new Map(), fxRates: [] }, search, now);
  const { siblings = [], taken = {}, most = 5, stays = 2_000, work = 200_000 } = testCase;
  const facts = { taken: new Map(Object.entries(taken)), nightlyRates: new Map() };
  const requested = requestedStayOf(testCase);
  const planned = planAttempts(requested, { siblings, search, now, kinds: ALTERNATIVE_KINDS });
  const [limited = []] = limitAttempts([planned], { stays, work });
  const wanted = { most, convertibleOnly: false };
  const finding = findAlternatives(requested, limited, { facts, context, wanted });
  let step = finding.next();
  while (step.done !== true) step = finding.next();
  return step.value.map(({ kind, points, resource, plan: sold, window, ...one }) => ({
    kind,
    points,
    at: `${resource.id} ${sold?.code ?? '-'} ${window.from.toString()} ${window.to.toString()}`,
    nights: one.nights,
    shiftDays: one.shiftDays,
    total: one.totalMinorUnits,
  }));
}
const kindsOf = (testCase: TestCase) =>
  alternativesOf(testCase).map(({ kind, points }) => `${kind} ${points}`);

it('a minimum of three nights everywhere is met by one night more; moving the stay would not help', () => {
  const strict = villa({ plans: [plan({ minStayNights: 3, pricing: priced(1n) })] });
  expect(kindsOf({ resource: strict, reasons: ['min_stay'] })).toEqual(['longer 5', 'longer 8', 'longer 11']);
});

it('a minimum of one date alone is met by arriving a day earlier or later', () => {
  const restrictions = [restriction('2027-06-12', '2027-06-13', { minStayNights: 3 })];
  const resource = villa({ plans: [plan({ restrictions, pricing: priced(1n) })] });
  expect(kindsOf({ resource, reasons: ['min_stay'] })).toEqual([
    'shift 3',
    'shift 3',
    // Leaves out the first night, and with it the date that asks for three.
    'shorter 5',
    'longer 5',
    'longer 8',
  ]);
});

it('a sibling of the room type comes before another day, the cheaper day before the dearer', () => {
  const restrictions = [restriction('2027-06-12', '2027-06-13', { closedToArrival: true })];
  const pricing = { ...priced(10_000n), dayOfWeekMultipliersBps: { fri: 9_000 } };
  const resource = villa({ plans: [plan({ restrictions, pricing })] });
  const sibling = villa({ id: 'c', plans: [flex] });
  const found = alternativesOf({ resource, siblings: [sibling], reasons: ['closed_to_arrival'], most: 3 });
  expect(found.map(({ kind, points, shiftDays }) => [kind, points, shiftDays])).toEqual([
    ['resource', 2, 0],
    ['shift', 3, -1],
    ['shift', 3, 1],
  ]);
  expect(found.map(({ total }) => total)).toEqual([20_000n, 19_000n, 20_000n]);
});

it('siblings that are taken, however shortly, are not among them', () => {
  const siblings = [villa({ id: 'c', plans: [flex] }), villa({ id: 'd', plans: [flex] })];
  const taken = { b: [guest('2027-05-01', 100)], c: [guest('2027-06-13', 1)], d: [guest('2027-06-12', 2)] };
  expect(alternativesOf({ siblings, taken })).toEqual([]);
});

it('a party that is too large gets resources that it fits, never another plan or other dates', () => {
  const other = plan({ id: 'other-id', code: 'other', pricing: priced(1n) });
  const resource = villa({ capacity: 2, plans: [flex, other] });
  const siblings = [villa({ id: 'c', capacity: 2, plans: [flex] }), villa({ id: 'd', plans: [flex] })];
  const found = alternativesOf({ resource, siblings, reasons: ['occupancy_exceeded'], partySize: 4 });
  expect(found.map(({ at }) => at)).toEqual(['d flex 2027-06-12T13:00:00Z 2027-06-14T09:00:00Z']);
});

it('another enabled plan comes first, a disabled one never', () => {
  const closed = plan({ id: 'x', code: 'closed', enabled: false, pricing: priced(1n) });
  const [dear, cheap] = [
    plan({ id: 'dear', code: 'dear', pricing: priced(12_000n) }),
    plan({ id: 'cheap', code: 'cheap', pricing: priced(11_000n) }),
  ];
  const resource = villa({ plans: [{ ...flex, minStayNights: 3 }, dear, closed, cheap] });
  const found = alternativesOf({ resource, reasons: ['min_stay'], most: 3 });
  expect(found.map(({ kind, at }) => [kind, at.split(' ')[1]])).toEqual([
    ['plan', 'cheap'],
    ['plan', 'dear'],
    ['longer', 'flex'],
  ]);
});

it('shift and shorter keep the plan; another resource has the plan of the same code, else its cheapest', () => {
  const cheap = plan({ id: 'cheap', code: 'cheap', pricing: priced(1n) });
  const siblings = [
    villa({ id: 'c', plans: [cheap, flex] }),
    villa({ id: 'd', plans: [cheap, plan({ id: 'x', code: 'x', pricing: priced(2n) })] }),
    villa({ id: 'e', plans: [cheap, { ...flex, minStayNights: 3 }] }),
  ];
  const resource = villa({ id: 'b', plans: [flex, cheap] });
  const taken = { b: [guest('2027-06-13', 1)] };
  const found = alternativesOf({ resource, siblings, taken, most: 20 });
  const plansOf = (kind: string) =>
    found.filter((one) => one.kind === kind).map(({ at }) => at.split(' ').slice(0, 2).join(' '));
  expect(plansOf('resource')).toEqual(['d cheap', 'e cheap', 'c flex']);
  expect(new Set(plansOf('shift'))).toEqual(new Set(['b flex']));
  expect(plansOf('shorter')).toEqual(['b flex']);
});

it('without a requested plan each stay is on the cheapest plan that accepts it, and no plan is one by itself', () => {
  const cheap = plan({ id: 'cheap', code: 'cheap', closedToArrival: true, pricing: priced(1n) });
  const dear = plan({ id: 'dear', code: 'dear', pricing: priced(20_000n) });
  const resource = villa({ id: 'b', plans: [dear, cheap, flex] });
  const found = alternativesOf({
    resource,
    taken: { b: [guest('2027-06-12', 1)] },
    anyPlan: true,
    reasons: ['reserved'],
    most: 4,
  });
  expect(found.map(({ kind, at }) => [kind, at.split(' ')[1]])).toEqual([
    ['shift', 'flex'],
    ['shorter', 'flex'],
    ['shift', 'flex'],
    ['shift', 'flex'],
  ]);
});

it('two of a kind at the most while another kind has one left', () => {
  const siblings = ['c', 'd', 'e', 'f'].map((id) => villa({ id, plans: [flex] }));
  const taken = { b: [guest('2027-06-12', 2)] };
  // Two days away at the least: 1 + 2 × 2 points.
  expect(kindsOf({ siblings, taken })).toEqual([
    'resource 2',
    'resource 2',
    'resource 2',
    'shift 5',
    'shift 5',
  ]);
  expect(kindsOf({ siblings, taken, most: 3 })).toEqual(['resource 2', 'resource 2', 'shift 5']);
});

it('cuts nights at one end only, and leaves one at the least', () => {
  const taken = { b: [guest('2027-05-01', 45), guest('2027-06-17', 60)] };
  const testCase = { taken, from: '2027-06-15T13:00:00Z', to: '2027-06-19T09:00:00Z' };
  const found = alternativesOf({ ...testCase, most: 20 });
  expect(found.map(({ kind, nights, shiftDays, points }) => [kind, nights, shiftDays, points])).toEqual([
    ['shorter', 2, 0, 8],
    ['shorter', 1, 0, 11],
  ]);
});

it('never begins before today where the requested stay did not, and never is over', () => {
  const taken = { b: [guest('2027-06-02', 90)] };
  const today = { taken, from: '2027-06-02T13:00:00Z', to: '2027-06-03T09:00:00Z' };
  expect(alternativesOf(today).map(({ shiftDays }) => shiftDays)).toEqual([-1]);
  // A night less again, and it ends this very moment.
  const begun = { taken, from: '2027-05-31T13:00:00Z', to: '2027-06-03T09:00:00Z' };
  expect(
    alternativesOf({ ...begun, most: 20 }).map(({ kind, shiftDays, nights }) => [kind, shiftDays, nights]),
  ).toEqual([
    ['shift', -1, 3],
    ['shorter', 0, 2],
  ]);
});

it('keeps the local time of day across a change of the clocks', () => {
  const testCase = { from: '2027-10-30T13:00:00Z', to: '2027-10-31T10:00:00Z' };
  const taken = { b: [guest('2027-10-01', 31)] };
  const [found] = alternativesOf({ ...testCase, taken, most: 1 });
  expect(found).toMatchObject({ shiftDays: 2, at: 'b flex 2027-11-01T14:00:00Z 2027-11-02T10:00:00Z' });
});

it('a generic resource moves by days at its hours; lodging is no alternative to it, nor it to lodging', () => {
  const hall = court({ id: 'b', pricing: priced(500n) });
  const other = court({ id: 'c', timezone: 'America/New_York', pricing: priced(400n) });
  const busy: TakenUnits = { ...guest('2027-06-12', 1), units: 1 };
  const testCase = { from: '2027-06-12T08:00:00Z', to: '2027-06-12T10:00:00Z', taken: { b: [busy] } };
  const found = alternativesOf({ ...testCase, resource: hall, siblings: [other, property], most: 3 });
  expect(found.map(({ kind, at }) => [kind, at])).toEqual([
    ['shift', 'b - 2027-06-11T08:00:00Z 2027-06-11T10:00:00Z'],
    ['shift', 'b - 2027-06-13T08:00:00Z 2027-06-13T10:00:00Z'],
    ['resource', 'c - 2027-06-12T14:00:00Z 2027-06-12T16:00:00Z'],
  ]);
  expect(kindsOf({ siblings: [hall], taken: { b: [guest('2027-05-01', 300)] } })).toEqual([]);
});

it('another resource has its own times on the same local dates', () => {
  const far = villa({
    id: 'c',
    timezone: 'Asia/Tokyo',
    checkInTime: '16:00',
    checkOutTime: '10:00',
    plans: [flex],
  });
  const taken = { b: [guest('2027-05-01', 300)] };
  expect(alternativesOf({ siblings: [far], taken }).map(({ at }) => at)).toEqual([
    'c flex 2027-06-12T07:00:00Z 2027-06-14T01:00:00Z',
  ]);
});

it('beyond the limit of work whole kinds are left out, from the last one on', () => {
  const siblings = ['c', 'd', 'e'].map((id) => villa({ id, plans: [flex] }));
  const taken = { b: [guest('2027-06-12', 1)] };
  const testCase = { siblings, taken, most: 20 };
  const kinds = (stays: number) => [
    ...new Set(alternativesOf({ ...testCase, stays }).map(({ kind }) => kind)),
  ];
  // 28 shifts, 2 shorter ones, 3 resources.
  expect(kinds(33).toSorted()).toEqual(['resource', 'shift', 'shorter']);
  expect(kinds(32).toSorted()).toEqual(['shift', 'shorter']);
  expect(kinds(29)).toEqual(['shift']);
  expect(kinds(27)).toEqual([]);
});

it('near a stay of more than 30 nights only other plans and dates are looked at', () => {
  const other = plan({ id: 'other-id', code: 'other', pricing: priced(20_000n) });
  const resource = villa({ id: 'b', plans: [flex, other] });
  const sibling = villa({ id: 'c', plans: [flex] });
  const restrictions = [restriction('2027-06-12', '2027-06-13', { minStayNights: 99 })];
  const strict = villa({
    plans: [plan({ id: 'flex-id', code: 'flex', restrictions, pricing: priced(1n) }), other],
  });
  const kinds = (to: string, testCase: TestCase = {}) =>
    [
      ...new Set(alternativesOf({ siblings: [sibling], most: 50, ...testCase, to }).map(({ kind }) => kind)),
    ].toSorted();
  const taken = { b: [guest('2027-06-12', 1)] };
  expect(kinds('2027-07-12T09:00:00Z', { resource, taken })).toEqual(['resource', 'shift', 'shorter']);
  expect(kinds('2027-07-12T09:00:00Z', { resource: strict, reasons: ['min_stay'] })).toEqual([
    'plan',
    'resource',
    'shift',
    'shorter',
  ]);
  expect(kinds('2027-07-13T09:00:00Z', { resource: strict, reasons: ['min_stay'] })).toEqual([
    'plan',
    'shift',
  ]);
});

it('what is looked at is bounded in nights times plans; a short stay loses nothing by that', () => {
  const siblings = ['c', 'd', 'e'].map((id) => villa({ id, plans: [flex] }));
  const month = { siblings, taken: { b: [guest('2027-06-12', 1)] }, most: 80, to: '2027-07-12T09:00:00Z' };
  const kinds = (work: number) =>
    [...new Set(alternativesOf({ ...month, work }).map(({ kind }) => kind))].toSorted();
  // 28 shifts of 30 nights, two stays each of 29, 28 and 27 nights, 3 resources.
  const [shifts, shorter, resources] = [28 * 30, 2 * (29 + 28 + 27), 3 * 30];
  expect(kinds(shifts + shorter + resources)).toEqual(['resource', 'shift', 'shorter']);
  expect(kinds(shifts + shorter + resources - 1)).toEqual(['shift', 'shorter']);
  expect(kinds(shifts + shorter - 1)).toEqual(['shift']);
  expect(kinds(shifts - 1)).toEqual([]);
});
