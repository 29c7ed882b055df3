import { expect, it, vi } from 'vitest';
import { plan, villa } from '../../test/build-resource.ts';
import type { SearchContext } from '../domain/search/judge-offers.ts';
import { createSearchedStays } from '../domain/search/searched-stays.ts';
import type { SearchedTime } from '../domain/search/search.ts';
import { createResourceJudge } from './judge-resource-in-turns.ts';

const now = Temporal.Instant.from('2027-05-01T12:00:00Z');
const time: SearchedTime = {
  kind: 'flexible',
  earliest: '2027-06-01',
  latest: '2027-08-02',
  minNights: 1,
  maxNights: 2,
  arrivalWeekdays: undefined,
};
const context: SearchContext = {
  taxRules: [],
  policies: new Map(),
  now,
  rateFrom: () => undefined,
  search: {
    time,
    party: { partySize: 2, quantity: 1, children: undefined },
    childAges: undefined,
    ratePlanCodes: undefined,
    freeCancellation: false,
    currency: undefined,
    maxTotalMinorUnits: undefined,
    plans: 'cheapest',
    bookableOnly: true,
    sort: 'price',
  },
};

it('lets other requests run while it judges the plans of one resource', async () => {
  const plans = Array.from({ length: 28 }, (_, n) => plan({ code: `p${n}` }));
  const resource = villa({ plans });
  const [first, ...others] = createSearchedStays(time, now)({ ...resource, plans: plans.length }).stays;
  if (first === undefined) throw new Error('there is no stay');
  const yieldToOthers = vi.fn(() => Promise.resolve());
  const judge = createResourceJudge({ yieldToOthers }, context);
  await judge({ resource, plans, taken: [], nightlyRates: new Map() }, [first, ...others]);
  // 62 and 61 windows of 28 plans.
  expect(yieldToOthers.mock.calls.length).toBeGreaterThanOrEqual(3);
});
