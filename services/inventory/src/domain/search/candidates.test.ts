import { describe, expect, it, vi } from 'vitest';
import { selectCandidates } from './candidates.ts';
import type { Candidate } from './candidates.ts';
import type { SearchedTime, StaySearch } from './search.ts';
import { createSearchedStays } from './searched-stays.ts';
import { createYieldBudget } from './yield-budget.ts';

const now = Temporal.Instant.from('2027-05-01T12:00:00Z');
const flexible: SearchedTime = {
  kind: 'flexible',
  earliest: '2027-06-01',
  latest: '2027-08-02',
  minNights: 1,
  maxNights: 30,
  arrivalWeekdays: undefined,
};
const dates: SearchedTime = { kind: 'dates', arrival: '2027-06-01', departure: '2027-06-03' };

/** Each has a check-in time of its own, so that no two have the same windows. */
function candidates(count: number, changes: Partial<Candidate> = {}): Candidate[] {
  const timeOf = (n: number) => Temporal.PlainTime.from('00:00').add({ minutes: n }).toString().slice(0, 5);
  return Array.from({ length: count }, (_, n) => ({
    id: String(n),
    createdAt: '2027-01-01',
    version: 1n,
    kind: 'villa',
    currency: 'EUR',
    timezone: 'Europe/Berlin',
    checkInTime: timeOf(n),
    checkOutTime: '11:00',
    plans: 1,
    ...changes,
  }));
}

function select(
  listed: readonly Candidate[],
  time: SearchedTime,
  { words = [], isWhole = true }: { words?: readonly string[]; isWhole?: boolean } = {},
) {
  const search: StaySearch = {
    time,
    party: { partySize: 2, quantity: 1, children: undefined },
    childAges: undefined,
    ratePlanCodes: undefined,
    freeCancellation: false,
    currency: undefined,
    maxTotalMinorUnits: undefined,
    plans: 'cheapest',
    bookableOnly: true,
    sort: 'created',
  };
  const staysOf = vi.fn(createSearchedStays(time, now));
  const plans = listed.reduce((sum, one) => sum + one.plans, 0);
  const list = { candidates: listed, counted: { candidates: listed.length, plans }, isWhole };
  const budget = createYieldBudget();
  const step = selectCandidates(list, { search, words, staysOf, now, span: { start: 0, end: 0 }, budget });
  let yields = 0;
  let next = step.next();
  for (; next.done !== true; next = step.next()) if (budget.isSpentBy(next.value)) yields += 1;
  return { selected: next.value, staysOf, yields };
}

describe('a search', () => {
  it('that is too broad in every time zone is refused before a window is made', () => {
    const { selected, staysOf } = select(candidates(1_000), flexible);
    expect(selected.ok ? undefined : selected.refusal).toMatchObject({
      code: 'search_too_broad',
      extra: { candidates: 1_000, work: 19_840_000, most: 200_000 },
    });
    expect(staysOf).not.toHaveBeenCalled();
  });

  it('makes one window for a resource without plans', () => {
    const { selected, staysOf } = select(candidates(2, { plans: 0 }), flexible);
    expect(selected).toMatchObject({ ok: true, value: { work: 0 } });
    expect(staysOf.mock.results.map(({ value }) => value.stays.length)).toEqual(
      staysOf.mock.results.map(() => 1),
    );
  });

  it('lets other requests run while it makes windows, and not where resources have the same ones', () => {
    expect(select(candidates(1_000), dates).yields).toBeGreaterThanOrEqual(5);
    expect(select(candidates(1_000, { checkInTime: '15:00' }), dates).yields).toBe(0);
  });

  it('lets other requests run while it looks for words', () => {
    const texts = ['x'.repeat(5_000)];
    const { selected, yields } = select(candidates(200, { texts }), dates, { words: ['y'] });
    expect(selected).toMatchObject({ ok: true, value: { candidates: [] } });
    expect(yields).toBeGreaterThanOrEqual(10);
  });

  it('leaves out resources without a stay where others were not looked at', () => {
    // A night in no zone of these resources, though in others.
    const from = Temporal.Instant.from('2027-06-01T12:00:00Z');
    const window: SearchedTime = { kind: 'window', window: { from, to: from.add({ hours: 1 }) } };
    expect(select(candidates(2), window).selected).toMatchObject({
      refusal: { code: 'invalid_window' },
    });
    const part = select(candidates(2), window, { isWhole: false });
    expect(part.selected).toMatchObject({ ok: true, value: { candidates: [] } });
  });

  it('skips the windows that are over, and counts the nights of those that are not', () => {
    const begun: SearchedTime = {
      ...flexible,
      earliest: '2027-04-27',
      latest: '2027-05-05',
      maxNights: 1,
    };
    const { selected } = select(candidates(1), begun);
    // Departures of May 2 to 5; that of May 1 at 11:00 is over.
    expect(selected).toMatchObject({ ok: true, value: { work: 4 } });
  });

  it('counts nights times plans, of every window', () => {
    const two = { ...flexible, latest: '2027-06-05', minNights: 2, maxNights: 3 };
    const { selected } = select(candidates(10, { plans: 3 }), two);
    // Three windows of two nights, and two of three.
    expect(selected).toMatchObject({ ok: true, value: { work: 10 * 3 * 12 } });
  });

  it('is answered up to 200,000 nights times plans, and refused beyond', () => {
    const year: SearchedTime = { kind: 'dates', arrival: '2027-06-01', departure: '2028-01-07' };
    const most = candidates(1_000, { checkInTime: '15:00' });
    // 220 nights.
    expect(select(most.slice(0, 909), year).selected).toMatchObject({ value: { work: 199_980 } });
    expect(select(most.slice(0, 910), year).selected).toMatchObject({
      refusal: { code: 'search_too_broad', extra: { candidates: 910, work: 200_200, most: 200_000 } },
    });
    // A window is known to be a stay only with the time zone of each resource.
    const from = Temporal.Instant.from('2027-06-01T13:00:00Z');
    const window: SearchedTime = { kind: 'window', window: { from, to: from.add({ hours: 24 * 366 }) } };
    expect(select(most, window).selected).toMatchObject({
      refusal: { extra: { candidates: 1_000, work: 366_000, most: 200_000 } },
    });
  });
});
