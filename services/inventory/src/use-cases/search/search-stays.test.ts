import {
  createFairSemaphore,
  createWorkCounter,
  OverShare,
  systemClock,
  systemContext,
} from '@lodging/kit-runtime';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { InventoryDeps } from '../../ports/deps.ts';
import { suggestAlternatives } from '../alternatives/suggest-alternatives.ts';
import { searchStays } from './search-stays.ts';
import type { SearchStays } from './search-stays.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const TIMEOUT = { timeoutMs: 60_000 };
const PARTY = { partySize: 2, quantity: 1 };

const search: SearchStays = {
  time: { kind: 'dates', arrival: dateAfter(10), departure: dateAfter(12) },
  party: PARTY,
  childAges: undefined,
  ratePlanCodes: undefined,
  freeCancellation: false,
  currency: undefined,
  maxTotalMinorUnits: undefined,
  plans: 'cheapest',
  bookableOnly: true,
  sort: 'price',
  filter: {
    kinds: undefined,
    roomTypeIds: undefined,
    resourceIds: undefined,
    features: undefined,
    ratePlanCodes: undefined,
  },
  text: undefined,
  alternatives: 0,
  limit: 20,
  after: null,
};

function dateAfter(days: number): string {
  return Temporal.Now.plainDateISO('UTC').add({ days }).toString();
}

/** Reads that never end, counted by tenant. */
function hangingDeps() {
  const began: string[] = [];
  const find = (tenantId: string) => {
    began.push(tenantId);
    return new Promise<never>(() => undefined);
  };
  return { began, deps: depsWith(find) };
}

function depsWith(find: InventoryDeps['searches']['find'] & InventoryDeps['alternatives']['find']) {
  const semaphore = () => createFairSemaphore({ permits: 4, perKey: 2 });
  return {
    searches: { find },
    alternatives: { find },
    searchSemaphore: semaphore(),
    heavySearchSemaphore: semaphore(),
    alternativesSemaphore: semaphore(),
    clock: systemClock,
    yieldToOthers: () => Promise.resolve(),
    reportNoAlternatives: () => undefined,
  } satisfies Partial<InventoryDeps>;
}

const live = systemContext('live', true, TIMEOUT);
const ofSandbox = systemContext('sandbox', false, TIMEOUT);
const sandbox = { ...ofSandbox, caller: { ...ofSandbox.caller, ownerId: 'live' } };
const other = systemContext('other', true, TIMEOUT);

it('searches of a live tenant and its sandbox have one share', async () => {
  const { began, deps } = hangingDeps();
  for (const ctx of [live, sandbox]) void searchStays(deps, ctx, search);
  const refused = expect(searchStays(deps, sandbox, search)).rejects.toThrow(OverShare);
  void searchStays(deps, other, search);
  await vi.advanceTimersByTimeAsync(2_001);
  await refused;
  expect(began).toEqual(['live', 'sandbox', 'other']);
});

it('alternatives of a live tenant and its sandbox have one share', async () => {
  const { began, deps } = hangingDeps();
  const window = {
    from: Temporal.Now.instant().add({ hours: 240 }),
    to: Temporal.Now.instant().add({ hours: 260 }),
  };
  const input = {
    refused: [{ resourceId: 'resource', window, reasons: ['reserved' as const] }],
    search,
    kinds: ['shift' as const],
    wanted: { most: 1, convertibleOnly: false },
    now: Temporal.Now.instant(),
  };
  for (const ctx of [live, sandbox, sandbox, other]) void suggestAlternatives(deps, ctx, input);
  await vi.advanceTimersByTimeAsync(0);
  expect(began).toEqual(['live', 'sandbox', 'other']);
});

it('a search that is too heavy takes what it loaded, up to the bound of a refused one', async () => {
  const costOf = async (...loaded: { weight: number; facts: number }[]) => {
    const found = { isTooHeavy: true, candidates: 2, loaded: 300_001, limit: 300_000 } as const;
    const find = async () => ({ found, loaded: loaded.shift() ?? { weight: 0, facts: 0 } }) as never;
    const work = createWorkCounter();
    const refused = await searchStays(depsWith(find), { ...live, work }, search);
    expect(refused).toMatchObject({ refusal: { code: 'search_too_broad' } });
    return work.total;
  };
  expect(await costOf()).toBe(0);
  expect(await costOf({ weight: 5_000, facts: 500 })).toBe(1_100);
  expect(await costOf({ weight: 9_000, facts: 1_000 }, { weight: 90_000, facts: 10_000 })).toBe(22_000);
  expect(await costOf({ weight: 9_000, facts: 1_000 }, { weight: 300_000, facts: 200_000 })).toBe(50_000);
});
