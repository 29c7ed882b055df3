import { randomUUID } from 'node:crypto';
import { refuse } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeKey, makeTenant, SHOP } from './build-tenant.ts';
import type { TestTenant } from './build-tenant.ts';
import { expectProblem } from './expect-problem.ts';
import { HttpClient } from './http-client.ts';
import { startGateway } from './start-gateway.ts';
import type { RunningGateway } from './start-gateway.ts';
import { startStubServices } from './stub-services.ts';
import type { StubServices } from './stub-services.ts';

let gateway: RunningGateway;
let stubs: StubServices;
let tenant: TestTenant;
let client: HttpClient;
beforeAll(async () => {
  [gateway, stubs] = await Promise.all([startGateway({ TRUSTED_PROXIES: '127.0.0.1' }), startStubServices()]);
  await gateway.countsInRedis();
  tenant = await makeTenant(gateway);
});
beforeEach(async () => {
  client = await clientWith({ kind: 'secret' });
});
afterAll(async () => {
  await gateway.stop();
  await stubs.stop();
});

async function clientWith(key: object): Promise<HttpClient> {
  const made = await makeKey(gateway, tenant.id, { mode: 'live', ...key });
  return new HttpClient(
    gateway.url,
    made.key,
    'kind' in key && key.kind === 'publishable' ? SHOP : undefined,
  );
}

/** While Redis is late a process counts by itself, and shows what is left of its own share. */
const COUNTED_IN_REDIS = { withinMs: 20_000 };
const remaining = (headers: Headers) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
const search = { dates: { arrival: '2027-06-10', departure: '2027-06-12' }, adults: 2 };
const window = { from: '2027-06-10T15:00:00Z', to: '2027-06-12T10:00:00Z' };
const found = { asOf: '2027-06-01T00:00:00.000Z', evaluated: 0, results: [], nextAfter: null };
const ok = (value: unknown) => ({ ok: true as const, value });
const taking = (work: number, outcome: ReturnType<typeof ok> | ReturnType<typeof refuse>) => {
  return (_request: never, ctx: RequestContext) => {
    ctx.work?.add(work);
    return outcome;
  };
};

describe('a request counts as one for each 1,000 of the work that it took', () => {
  it.each([
    ['search', 'search-stays', () => client.post('/v1/search', search), found],
    [
      'a quote',
      'create-quote',
      () => client.post('/v1/quotes', { resourceId: randomUUID(), ...window, partySize: 2 }),
      { id: 'q' },
    ],
    [
      'availability',
      'find-availability',
      () =>
        client.get(
          `/v1/availability?resource_id=${randomUUID()}&from=${window.from}&to=${window.to}&party_size=2&alternatives=5`,
        ),
      { available: true },
    ],
    [
      'a calendar',
      'read-calendar',
      () => client.get(`/v1/resources/${randomUUID()}/calendar?from=${window.from}&to=${window.to}`),
      { etag: '"e"', calendar: { days: [] } },
    ],
  ] as const)('%s, and its answer shows what is left then', async (_name, operation, send, value) => {
    const works = [0, 1, 1_000, 1_001, 200_000];
    const lefts = [5_999, 5_998, 5_997, 5_995, 5_795];
    await eventually(
      'the answers show it',
      async () => {
        client = await clientWith({ kind: 'secret' });
        const shown: number[] = [];
        for (const work of works) {
          stubs.answer(operation, taking(work, ok(value)));
          const answer = await send();
          expect(answer.status).toBe(200);
          shown.push(remaining(answer.headers));
        }
        return String(shown) === String(lefts);
      },
      COUNTED_IN_REDIS,
    );
  });

  it('where it is refused, and where it is not answered', async () => {
    const bound = { candidates: 30, work: 242_750, most: 200_000 };
    await eventually(
      'the answers show it',
      async () => {
        client = await clientWith({ kind: 'secret' });
        stubs.answer('search-stays', taking(50_000, refuse('search_too_broad', 'Too broad.', bound)));
        const refused = await client.post('/v1/search', search);
        expectProblem(refused, 'search_too_broad');
        stubs.answer('search-stays', (_request: never, ctx: RequestContext) => {
          ctx.work?.add(3_000);
          throw new Error('it broke');
        });
        const broken = await client.post('/v1/search', search);
        expectProblem(broken, 'service_unavailable');
        // One of the two tries, or both.
        const isCounted = [5_947, 5_944].includes(remaining(broken.headers));
        return remaining(refused.headers) === 5_950 && isCounted;
      },
      COUNTED_IN_REDIS,
    );
  });
});

describe('a request that is dearer than what is left of its budget', () => {
  it.each(['secret', 'publishable'])(
    'is answered with a %s key, and the next one is refused',
    async (kind) => {
      const own = await clientWith({
        kind,
        requestsPerMinute: 10,
        ...(kind === 'publishable' ? { allowedOrigins: [SHOP] } : {}),
      });
      stubs.answer('search-stays', taking(200_000, ok(found)));
      const dear = await own.post('/v1/search', search);
      expect([dear.status, remaining(dear.headers)]).toEqual([200, 0]);
      const next = await own.get('/v1/resources');
      expectProblem(next, 'rate_limited');
      expect(Number(next.headers.get('retry-after'))).toBeGreaterThan(0);
    },
  );

  it('takes from the budget of the key, in every process that counts with it', async () => {
    const own = await clientWith({ kind: 'secret', requestsPerMinute: 100 });
    const other = await startGateway({ POSTGRES_URL: gateway.postgresUrl });
    try {
      await other.countsInRedis();
      stubs.answer('search-stays', taking(99_000, ok(found)));
      expect((await own.post('/v1/search', search)).status).toBe(200);
      const elsewhere = new HttpClient(other.url, own.key);
      stubs.answer('search-stays', taking(0, ok(found)));
      const statuses = [];
      for (let sent = 0; sent < 3; sent += 1)
        statuses.push((await elsewhere.post('/v1/search', search)).status);
      expect(statuses).toContain(429);
    } finally {
      await other.stop();
    }
  });
});

describe('searches of a publishable key and client network', () => {
  it('run one at a time: another one meanwhile is refused for a second', async () => {
    const browser = await clientWith({ kind: 'publishable', allowedOrigins: [SHOP] });
    let [running, end] = [0, (): void => undefined];
    const ended = new Promise<void>((resolve) => (end = resolve));
    stubs.answer('search-stays', async () => {
      running += 1;
      await ended;
      return ok(found);
    });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const sent = [browser.post('/v1/search', search, from('203.0.113.1'))];
    try {
      await eventually('the first one runs', () => running === 1);
      const second = await browser.post('/v1/search', search, from('203.0.113.1'));
      expect(expectProblem(second, 'rate_limited')).toMatchObject({ status: 429 });
      expect(second.headers.get('retry-after')).toBe('1');
      // No other client waits for it: not another network, not another key, not a secret key with several.
      sent.push(
        browser.post('/v1/search', search, from('203.0.113.2')),
        tenant.browser.post('/v1/search', search, from('203.0.113.1')),
        client.post('/v1/search', search, from('203.0.113.1')),
        client.post('/v1/search', search, from('203.0.113.1')),
      );
      await eventually('the others run', () => running === 5);
      stubs.answer('list-resources', ok({ resources: [], nextAfter: null }));
      expect((await browser.get('/v1/resources', { headers: from('203.0.113.1') })).status).toBe(200);
    } finally {
      end();
    }
    const answers = await Promise.all(sent);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await browser.post('/v1/search', search, from('203.0.113.1'))).status).toBe(200);
  });

  it('run again after one that failed', async () => {
    const browser = await clientWith({ kind: 'publishable', allowedOrigins: [SHOP] });
    stubs.answer('search-stays', refuse('currency_required', 'Send it.'));
    expectProblem(await browser.post('/v1/search', search), 'currency_required');
    stubs.answer('search-stays', () => {
      throw new Error('it broke');
    });
    expectProblem(await browser.post('/v1/search', search), 'service_unavailable');
    expectProblem(await browser.post('/v1/search', {}), 'validation_failed');
    stubs.answer('search-stays', ok(found));
    expect((await browser.post('/v1/search', search)).status).toBe(200);
  });
});
