import { describe, expect, it, vi } from 'vitest';
import type { Candidate } from '../domain/search/choose-candidates.ts';
import type { SearchedTime, StaySearch } from '../domain/search/search.ts';
import { createSearchedStays } from '../domain/search/searched-stays.ts';
import { chooseStays } from './choose-stays.ts';

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
    kind: 'villa',
    currency: 'EUR',
    timezone: 'Europe/Berlin',
    checkInTime: timeOf(n),
    checkOutTime: '11:00',
    plans: 1,
    ...changes,
  }));
}

async function choose(
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
  const yieldToOthers = vi.fn(() => Promise.resolve());
  const plans = listed.reduce((sum, one) => sum + one.plans, 0);
  const found = { listed, counted: { candidates: listed.length, plans }, isWhole };
  const chosen = await chooseStays({ yieldToOthers }, found, { search, words, staysOf, now });
  return { chosen, staysOf, yields: yieldToOthers.mock.calls.length };
}

describe('a search', () => {
  it('that is too broad in every time zone is refused before a window is made', async () => {
    const { chosen, staysOf } = await choose(candidates(1_000), flexible);
    expect(chosen.ok ? undefined : chosen.refusal).toMatchObject({
      code: 'search_too_broad',
      extra: { candidates: 1_000, work: 1_425_000, most: 40_000 },
    });
    expect(staysOf).not.toHaveBeenCalled();
  });

  it('makes one window for a resource without plans', async () => {
    const { chosen, staysOf } = await choose(candidates(2, { plans: 0 }), flexible);
    expect(chosen).toMatchObject({ ok: true, value: { work: 0 } });
    expect(staysOf.mock.results.map(({ value }) => value.stays.length)).toEqual(
      staysOf.mock.results.map(() => 1),
    );
  });

  it('lets other requests run while it makes windows, and not where resources have the same ones', async () => {
    expect((await choose(candidates(1_000), dates)).yields).toBeGreaterThanOrEqual(5);
    expect((await choose(candidates(1_000, { checkInTime: '15:00' }), dates)).yields).toBe(0);
  });

  it('lets other requests run while it looks for words', async () => {
    const texts = ['x'.repeat(5_000)];
    const { chosen, yields } = await choose(candidates(200, { texts }), dates, { words: ['y'] });
    expect(chosen).toMatchObject({ ok: true, value: { candidates: [] } });
    expect(yields).toBeGreaterThanOrEqual(10);
  });

  it('leaves out resources without a stay where others were not looked at', async () => {
    // A night in no zone of these resources, though in others.
    const from = Temporal.Instant.from('2027-06-01T12:00:00Z');
    const window: SearchedTime = { kind: 'window', window: { from, to: from.add({ hours: 1 }) } };
    expect((await choose(candidates(2), window)).chosen).toMatchObject({
      refusal: { code: 'invalid_window' },
    });
    const part = await choose(candidates(2), window, { isWhole: false });
    expect(part.chosen).toMatchObject({ ok: true, value: { candidates: [] } });
  });

  it('skips the windows that are over, and counts those that are not', async () => {
    const begun: SearchedTime = {
      ...flexible,
      earliest: '2027-04-27',
      latest: '2027-05-05',
      maxNights: 1,
    };
    const { chosen } = await choose(candidates(1), begun);
    // Departures of May 2 to 5; that of May 1 at 11:00 is over.
    expect(chosen).toMatchObject({ ok: true, value: { work: 4 } });
  });
});
