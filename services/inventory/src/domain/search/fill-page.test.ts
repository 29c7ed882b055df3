import { expect, it } from 'vitest';
import { plan, villa } from '../../../test/build-resource.ts';
import type { SearchContext } from './search-context.ts';
import { fillPage } from './fill-page.ts';
import { collectPage } from './page.ts';
import type { SearchedTime } from './search.ts';
import { createSearchedStays } from './searched-stays.ts';
import { createYieldBudget } from './yield-budget.ts';

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
  guests: { byAge: [], assumedAges: 0 },
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

it('lets other requests run while it evaluates the plans of one resource', () => {
  const plans = Array.from({ length: 28 }, (_, n) => plan({ code: `p${n}` }));
  const resource = villa({ plans });
  const facts = { resources: new Map([[resource.id, resource]]), taken: new Map(), nightlyRates: new Map() };
  const candidate = { ...resource, plans: plans.length, createdAt: '2027-01-01', version: 1n };
  const budget = createYieldBudget();
  let yields = 0;
  const page = collectPage({ sort: 'price', limit: 1, after: null }, null);
  const staysOf = createSearchedStays(time, now);
  for (const work of fillPage(page, [candidate], { facts, staysOf, context }))
    if (budget.isSpentBy(work)) yields += 1;
  // 62 and 61 windows of 28 plans.
  expect(yields).toBeGreaterThanOrEqual(3);
});
