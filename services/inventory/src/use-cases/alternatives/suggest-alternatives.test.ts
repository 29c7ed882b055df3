import { createFairSemaphore, createWorkCounter } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { plan, villa } from '../../../test/build-resource.ts';
import { ALTERNATIVE_KINDS } from '../../domain/alternatives/alternative.ts';
import type { NearFacts } from '../../ports/alternatives.ts';
import { suggestForStay } from './suggest-for-stay.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const now = Temporal.Instant.from('2027-06-01T09:00:00Z');
const property = villa({
  plans: [plan({ pricing: { baseAmountMinorUnits: 100n } })],
});
const refused = {
  resourceId: property.id,
  window: {
    from: Temporal.Instant.from('2027-06-12T13:00:00Z'),
    to: Temporal.Instant.from('2027-06-14T09:00:00Z'),
  },
  reasons: ['reserved' as const],
  party: { partySize: 2, quantity: 1 },
  kinds: ALTERNATIVE_KINDS,
  alternatives: 3,
  now,
};
const snapshot: NearFacts = {
  siblings: new Map([[property.id, []]]),
  resources: new Map([[property.id, property]]),
  taken: new Map(),
  nightlyRates: new Map(),
  fxRates: [],
  taxRules: [],
  policies: new Map(),
};

function prepare(find: () => Promise<NearFacts>) {
  const reported: unknown[] = [];
  const deps = {
    alternatives: { find: vi.fn(find) },
    alternativesSemaphore: createFairSemaphore({ permits: 1, perKey: 1 }),
    yieldToOthers: () => Promise.resolve(),
    reportNoAlternatives: (error: unknown) => reported.push(error),
  };
  return { deps, reported };
}

function within(timeoutMs: number): RequestContext {
  const deadline = Date.now() + timeoutMs;
  const caller = { kind: 'publishable' as const, permissions: [] };
  return { tenantId: 't', livemode: true, requestId: 'r', deadline, caller };
}

it('names what can be had near a refused stay', async () => {
  const { deps, reported } = prepare(() => Promise.resolve(snapshot));
  const found = await suggestForStay(deps, within(5_000), refused);
  expect(found.map(({ kind, shiftDays }) => [kind, shiftDays])).toEqual([
    ['shift', -1],
    ['shift', 1],
    ['shorter', 0],
  ]);
  expect(reported).toEqual([]);
});

it('names nothing that a quote in the currency of the request would refuse for want of an exchange rate', async () => {
  const { deps } = prepare(() => Promise.resolve(snapshot));
  const inPounds = { ...refused, displayCurrency: 'GBP' };
  expect(await suggestForStay(deps, within(5_000), inPounds)).toEqual([]);
  expect(await suggestForStay(deps, within(5_000), { ...refused, displayCurrency: 'EUR' })).toHaveLength(3);
});

it('reads nothing for a stay that is available, or without a request for alternatives', async () => {
  const { deps } = prepare(() => Promise.resolve(snapshot));
  expect(await suggestForStay(deps, within(5_000), { ...refused, reasons: [] })).toEqual([]);
  for (const alternatives of [0, undefined])
    expect(await suggestForStay(deps, within(5_000), { ...refused, alternatives })).toEqual([]);
  expect(deps.alternatives.find).not.toHaveBeenCalled();
});

it('a failure leaves the refusal without alternatives, and is reported', async () => {
  const broken = new Error('the database is away');
  const { deps, reported } = prepare(() => Promise.reject(broken));
  expect(await suggestForStay(deps, within(5_000), refused)).toEqual([]);
  expect(reported).toEqual([broken]);
});

it('the refusal waits a second at the most, and less where its caller has less time', async () => {
  for (const [timeoutMs, waits] of [
    [5_000, 1_000],
    [800, 500],
  ] as const) {
    const { deps, reported } = prepare(() => new Promise<NearFacts>(() => undefined));
    let answer: unknown;
    suggestForStay(deps, within(timeoutMs), refused).then(
      (found) => (answer = found),
      () => undefined,
    );
    await vi.advanceTimersByTimeAsync(waits - 1);
    expect(answer).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(answer).toEqual([]);
    expect(reported).toHaveLength(1);
  }
});

it('looks for nothing where no time is left to answer', async () => {
  const { deps } = prepare(() => Promise.resolve(snapshot));
  expect(await suggestForStay(deps, within(300), refused)).toEqual([]);
  expect(deps.alternatives.find).not.toHaveBeenCalled();
});

it('counts each stay before it is looked at, within what the request has left', async () => {
  const { deps } = prepare(() => Promise.resolve(snapshot));
  const work = createWorkCounter();
  await suggestForStay(deps, { ...within(5_000), work }, refused);
  // Of three shifts and shorter stays of two nights: a stay that is short counts as ten.
  expect(work.total % 10).toBe(0);
  expect(work.total).toBeGreaterThan(0);
  const spent = createWorkCounter();
  spent.add(200_000);
  expect(await suggestForStay(deps, { ...within(5_000), work: spent }, refused)).toEqual([]);
  expect(spent.total).toBe(200_000);
});

it('looks for no more where the time is over, so that nothing runs for a request that has ended', async () => {
  const plans = Array.from({ length: 60 }, (_, n) => plan({ id: `p${n}`, code: `p${n}` }));
  const large = villa({ id: property.id, plans });
  const facts = { ...snapshot, resources: new Map([[property.id, large]]) };
  const { deps, reported } = prepare(() => Promise.resolve(facts));
  const all = createWorkCounter();
  await suggestForStay(deps, { ...within(5_000), work: all }, refused);
  const slow = {
    ...deps,
    yieldToOthers: async () => {
      await vi.advanceTimersByTimeAsync(600);
    },
  };
  const work = createWorkCounter();
  expect(await suggestForStay(slow, { ...within(5_000), work }, refused)).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reported).toHaveLength(1);
  expect(work.total).toBeLessThan(all.total);
});
