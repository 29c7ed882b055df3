import { ok } from '@lodging/kernel';
import { systemContext } from '@lodging/kit-runtime';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OpsClient, ServiceAnswer } from '../../ports/ops.ts';
import { recover } from './recover.ts';

const TENANT = '0198f2a4-7d1c-7000-8000-000000000001';
const since = '2026-11-20T09:00:00Z';
const reached = <T>(value: T): ServiceAnswer<T> => ({ reached: true, result: ok(value) });
const away = { reached: false, why: 'it did not answer in time' } as const;
const lostEvent = (number: number) => ({
  id: `event ${number}`,
  type: 'reservations.reservation.created',
  tenantId: TENANT,
  livemode: true,
  occurredAt: since,
  aggregateId: `stay ${number}`,
  aggregateVersion: 1,
  data: {},
});

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** Of `pages` pages of lost events of reservations, each of which takes ten seconds. */
function setUp(pages: number, fails: (call: string) => boolean = () => false) {
  const calls: string[] = [];
  /** How many stays each request names; null: all stays. */
  const selected: (number | null)[] = [];
  const of = (service: string): Partial<OpsClient> => ({
    service,
    listLostEvents: async (_, { after }) => {
      const page = (after ?? 0) + 1;
      if (service !== 'reservations') return reached({ events: [], read: 0, next: null });
      vi.setSystemTime(Date.now() + 10_000);
      return reached({ events: [lostEvent(page)], read: 1, next: page < pages ? page : null });
    },
    dropLostEvents: async (_, { events }) => {
      const names = events.map(({ id }) => id).join();
      if (fails(`${service} drops`)) return away;
      calls.push(`${service} drops ${names}`);
      return reached({ dropped: events.length });
    },
    recover: async (_, { stays }) => {
      if (fails(`${service} replays`)) return away;
      calls.push(`${service} replays`);
      selected.push(stays && stays.length);
      return reached({ resent: 2, claimed: 0, unclaimed: [], next: null });
    },
  });
  const services = ['inventory', 'reservations', 'notifications'].map((name) => of(name) as OpsClient);
  const run = async (after?: Parameters<typeof recover>[2]['after']) => {
    const ctx = systemContext(TENANT, true, { timeoutMs: 60_000 });
    const answer = await recover({ services }, ctx, { since, after });
    if (!answer.ok) throw new Error('it is not refused');
    return answer.value;
  };
  return { calls, selected, run };
}

it('drops every lost event before events are replayed, over as many requests as that takes', async () => {
  const { calls, selected, run } = setUp(7);
  let [result, requests] = [await run(), 1];
  expect(result).toMatchObject({ complete: false, stopped: null });
  while (result.next !== null) [result, requests] = [await run(result.next), requests + 1];
  expect(result).toMatchObject({ complete: true, next: null, unreached: [] });
  expect(requests).toBe(3);
  expect(calls.filter((call) => call.startsWith('inventory drops'))).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((page) => `inventory drops event ${page}`),
  );
  expect(calls.slice(-3)).toEqual(['notifications replays', 'inventory replays', 'reservations replays']);
  expect(calls.filter((call) => call.endsWith('replays'))).toHaveLength(3);
  expect(selected).toContain(null);
});

it('names the stays where one request has read all of them', async () => {
  const { selected, run } = setUp(2);
  expect(await run()).toMatchObject({ complete: true, next: null });
  expect(selected[0]).toBe(2);
});

it('replays no event where a consumer may still act on a lost event', async () => {
  const { calls, run } = setUp(1, (call) => call === 'inventory drops');
  const result = await run();
  expect(result).toMatchObject({ complete: false, next: null, unreached: [{ service: 'inventory' }] });
  expect(result.stopped).toMatch(/no event was sent once more/);
  expect(calls.filter((call) => call.endsWith('replays'))).toEqual([]);
});

it('replays no event of other services where notifications did not advance its log positions', async () => {
  const { calls, run } = setUp(1, (call) => call === 'notifications replays');
  const result = await run();
  expect(result).toMatchObject({ complete: false, next: null, unreached: [{ service: 'notifications' }] });
  expect(result.stopped).toMatch(/did not advance/);
  expect(calls.filter((call) => call.endsWith('replays'))).toEqual([]);
});
