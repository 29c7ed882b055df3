import { describe, expect, it } from 'vitest';
import { STAY_LIMITS } from '../../harness/stay-limits.ts';
import { otherCounts } from './other-counts.ts';
import { commitText, costOf, PATHS, STAY } from './paths.ts';

const all = Object.entries(PATHS);
const steps = all.flatMap(([, { steps: before, afterwards = [] }]) => [...before, ...afterwards]);

describe('the bare path', () => {
  it('sends each request to an operation of another service', () => {
    for (const [name, { service, steps: own }] of all)
      for (const step of own)
        if (step.kind === 'request') {
          expect(Object.keys(PATHS), name).toContain(step.operation);
          expect(PATHS[step.operation]?.service, name).not.toBe(service);
        }
  });

  it('publishes each event that is handled, and offers each route once', () => {
    const published = steps.flatMap((step) => (step.kind === 'event' ? [step.event] : []));
    const handled = all.flatMap(([, { handles }]) => handles ?? []);
    expect(new Set(handled)).toEqual(new Set(published));
    const routes = all.flatMap(([, { route }]) => (route === undefined ? [] : [route.join(' ')]));
    expect(new Set(routes).size).toBe(routes.length);
  });

  it('takes for a stay what the product takes, but for fractions of a shared commit', () => {
    expect(costOf(STAY)).toEqual({
      gateway: { commits: 0, requests: 6, events: 0, providerCalls: 0 },
      reservations: { commits: 11, requests: 6, events: 4, providerCalls: 0 },
      payments: { commits: 8, requests: 0, events: 2, providerCalls: 1 },
      inventory: { commits: 2, requests: 0, events: 0, providerCalls: 0 },
      notifications: { commits: 3, requests: 0, events: 3, providerCalls: 0 },
    });
  });

  it('takes what the counting test allows the product, and hardly less', () => {
    expect(otherCounts(STAY_LIMITS)).toEqual([]);
    const { reservations, ...others } = STAY_LIMITS;
    if (reservations === undefined) throw new Error('a stay takes reservations');
    const lower = { ...others, reservations: { ...reservations, commits: 10, requests: 8 } };
    expect(otherCounts(lower)).toEqual([
      'reservations: 11 commits on the bare path, at most 10 of the product',
      'reservations: 6 requests on the bare path, at most 8 of the product',
    ]);
  });

  it('takes one hop for an availability, two for a quote and a hold, three for an offline booking', () => {
    const requests = (name: string) =>
      Object.values(costOf([name])).reduce((sum, cost) => sum + cost.requests, 0);
    expect([requests('availability'), requests('quote'), requests('hold'), requests('booking')]).toEqual([
      1, 2, 2, 3,
    ]);
  });
});

describe('a commit', () => {
  const inserts = { reservation: 'INSERT r', claim: 'INSERT c', event: 'INSERT e', mark: 'INSERT m' };

  it('is one statement, whatever its rows', () => {
    expect(commitText(['mark'], inserts)).toBe('INSERT m');
    expect(commitText(['reservation', 'event'], inserts)).toBe('WITH part_0 AS (INSERT r) INSERT e');
  });
});
