import { ok } from '@lodging/kernel';
import { systemContext } from '@lodging/kit-runtime';
import type { Caller, RequestContext } from '@lodging/kit-runtime';
import { eventually, testIdentity, testLogger, useServers } from '@lodging/kit-testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectBus, on, serve, Unavailable } from '../src/index.ts';
import type { Bus, Operation, Route } from '../src/index.ts';
import { callers } from './callers.ts';

const NO_TENANT = '00000000-0000-0000-0000-000000000000';
const [GREEDY, SANDBOX, MODEST] = [1, 2, 3].map((each) => `01936f2e-0000-7000-8000-00000000000${each}`);
const SECRET: Caller = { kind: 'secret', keyId: 'key_1', permissions: [] };

const shape = z.object({ value: z.number() });
type Value = z.output<typeof shape>;

let count = 0;
function declare(): Operation<Value, Value> {
  count += 1;
  const subject = `rpc.share${count}.v1.work`;
  return { subject, request: shape, response: shape, refusals: [], idempotent: true, callers };
}

/** A request of a client. */
function of(tenantId = '', { caller = SECRET, timeoutMs = 10_000 } = {}): RequestContext {
  return { ...systemContext(tenantId, true, { timeoutMs }), caller };
}

/** Work that ends when the test opens its gate; `begun` are the tenants of what has begun. */
function gatedWork(operation: Operation<Value, Value>) {
  const begun: string[] = [];
  const gates = new Map<string, (() => void)[]>();
  const route = on(operation, async (request, { tenantId }) => {
    begun.push(tenantId);
    await new Promise<void>((open) => gates.set(tenantId, [...(gates.get(tenantId) ?? []), open]));
    return ok(request);
  });
  const open = (tenantId = '') => {
    for (const each of gates.get(tenantId) ?? []) each();
    gates.set(tenantId, []);
  };
  return { route, begun, open, openAll: () => [...gates.keys()].forEach(open) };
}

let caller: Bus;
let server: Bus;
const log = testLogger();
const served: { stop(): Promise<void> }[] = [];

async function offer(routes: Route[], maxInFlight: number): Promise<void> {
  served.push(await serve(server, { group: 'working', log, maxInFlight }, routes));
}

async function reasonOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => 'answered',
    (thrown: unknown) => thrown,
  );
  return error instanceof Unavailable ? error.reason : String(error);
}

beforeAll(async () => {
  const url = useServers().natsUrl;
  caller = await connectBus({ url, name: 'caller', identity: testIdentity(), log });
  server = await connectBus({ url, name: 'working', identity: testIdentity(), log });
});
afterEach(async () => {
  await Promise.all(served.splice(0).map((one) => one.stop()));
});
afterAll(async () => {
  await Promise.all([caller.drain(), server.drain()]);
});

describe('a service that one tenant floods', () => {
  it('answers another tenant while none of the flood has ended, and then turns the flood away as its own', async () => {
    const operation = declare();
    const { route, begun, open, openAll } = gatedWork(operation);
    await offer([route], 4);
    const ended: string[] = [];
    const flood = Array.from({ length: 60 }, async () =>
      ended.push(await reasonOf(caller.request(operation, { value: 1 }, of(GREEDY), { timeoutMs: 9_000 }))),
    );
    await eventually('the tenant has all that the service does at once', () => begun.length === 4);
    const other = caller.request(operation, { value: 2 }, of(MODEST));
    await eventually('the other tenant is served', () => begun.includes(MODEST ?? ''));
    open(MODEST);
    expect(await other).toMatchObject({ ok: true, value: { value: 2 } });
    await eventually('the rest of the flood is turned away', () => ended.length === 56);
    expect(begun.filter((tenant) => tenant === GREEDY)).toHaveLength(4);
    openAll();
    await Promise.all(flood);
    expect(ended.toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => 'answered'),
      ...Array.from({ length: 56 }, () => 'rate-limited'),
    ]);
    expect(log.lines).toContainEqual(expect.objectContaining({ level: 'warn', tenantId: GREEDY }));
  });

  it('refuses what the gateway forwards with rate_limited and the time to wait', async () => {
    const operation = declare();
    const { route, begun, openAll } = gatedWork(operation);
    await offer([route], 1);
    const first = caller.forward(operation, { value: 1 }, of(GREEDY), { timeoutMs: 9_000 });
    await eventually('one is in progress', () => begun.length === 1);
    const second = await caller.forward(operation, { value: 1 }, of(GREEDY), { timeoutMs: 9_000 });
    expect(second).toMatchObject({
      ok: false,
      refusal: { code: 'rate_limited', extra: { retryAfterSeconds: 1 } },
    });
    openAll();
    expect(await first).toMatchObject({ ok: true });
  });

  it('says so to those whom it serves, where the flood comes through another service', async () => {
    const outer = declare();
    const inner = { ...declare(), callers: { ...callers, calledFor: [outer.subject] } };
    const { route, begun, openAll } = gatedWork(inner);
    await offer([route], 1);
    // A service of its own, with slots of its own.
    const passOn = on(outer, async (request, ctx) => caller.request(inner, request, ctx));
    served.push(await serve(server, { group: 'passing-on', log }, [passOn]));
    const first = reasonOf(caller.request(outer, { value: 1 }, of(GREEDY), { timeoutMs: 9_000 }));
    await eventually('one is in progress', () => begun.length === 1);
    const second = caller.request(outer, { value: 1 }, of(GREEDY), { timeoutMs: 9_000 });
    expect(await reasonOf(second)).toBe('neighbour-rate-limited');
    openAll();
    expect(await first).toBe('answered');
  });

  it('counts the sandbox of a tenant with its live side', async () => {
    const operation = declare();
    const { route, begun, openAll } = gatedWork(operation);
    await offer([route], 2);
    const inSandbox: Caller = { ...SECRET, ...(GREEDY === undefined ? {} : { ownerId: GREEDY }) };
    const requests = [of(GREEDY), of(GREEDY), of(SANDBOX, { caller: inSandbox })].map((ctx) =>
      reasonOf(caller.request(operation, { value: 1 }, ctx, { timeoutMs: 9_000 })),
    );
    expect(await requests[2]).toBe('rate-limited');
    expect(begun).toEqual([GREEDY, GREEDY]);
    openAll();
    expect(await Promise.all(requests.slice(0, 2))).toEqual(['answered', 'answered']);
  });

  it('goes on with the work of timers and consumers for that tenant, and with requests that need no key', async () => {
    const operation = declare();
    const { route, begun, openAll } = gatedWork(operation);
    await offer([route], 2);
    const flood = [1, 2, 3, 4].map((value) =>
      reasonOf(caller.request(operation, { value }, of(GREEDY), { timeoutMs: 9_000 })),
    );
    await eventually('the tenant has all that the service does at once', () => begun.length === 2);
    const others = [
      systemContext(GREEDY ?? '', true, { timeoutMs: 10_000 }),
      of(GREEDY, { caller: { kind: 'platform', permissions: [] } }),
      of(NO_TENANT, { caller: { kind: 'platform', permissions: [] } }),
    ].map((ctx) => reasonOf(caller.request(operation, { value: 1 }, ctx, { timeoutMs: 9_000 })));
    await eventually('the others are in progress', () => begun.length === 5);
    openAll();
    expect(await Promise.all(others)).toEqual(['answered', 'answered', 'answered']);
    await eventually('what waited is in progress', () => begun.length === 7);
    openAll();
    expect(await Promise.all(flood)).toEqual(['answered', 'answered', 'answered', 'answered']);
  });

  it('lets its timers and consumers wait behind those of another tenant', async () => {
    const operation = declare();
    const { route, begun, openAll } = gatedWork(operation);
    await offer([route], 2);
    const request = (tenantId = '') =>
      reasonOf(caller.request(operation, { value: 1 }, systemContext(tenantId, true, { timeoutMs: 10_000 })));
    let ended = 0;
    const many = Array.from({ length: 6 }, () => request(GREEDY).finally(() => (ended += 1)));
    await eventually('the tenant has all that the service does at once', () => begun.length === 2);
    const other = request(MODEST);
    await eventually('that of the other tenant is in progress', () => begun.includes(MODEST ?? ''));
    expect(begun).toEqual([GREEDY, GREEDY, MODEST]);
    openAll();
    expect(await other).toBe('answered');
    await eventually('the others end', () => {
      openAll();
      return ended === many.length;
    });
  });

  it('counts a request that needs no key for the tenant that its handler finds', async () => {
    const operation = declare();
    const { route, begun, open, openAll } = gatedWork(operation);
    const tenants = [GREEDY, MODEST];
    const read: Route['read'] = (body) => async (ctx) => {
      const { value } = shape.parse(body);
      const tenantId = tenants[value] ?? '';
      await ctx.countFor?.(tenantId);
      return route.read(body)({ ...ctx, tenantId });
    };
    await offer([{ ...route, read }], 4);
    const request = (value: number) => {
      const ctx = of(NO_TENANT, { caller: { kind: 'platform', permissions: [] } });
      return reasonOf(caller.request(operation, { value }, ctx, { timeoutMs: 9_000 }));
    };
    const ended: string[] = [];
    const flood = Array.from({ length: 12 }, async () => ended.push(await request(0)));
    await eventually('the tenant has all that the service does at once', () => begun.length === 2);
    const other = request(1);
    await eventually('that of the other tenant is in progress', () => begun.includes(MODEST ?? ''));
    open(MODEST);
    expect(await other).toBe('answered');
    expect(begun.filter((tenant) => tenant === GREEDY)).toHaveLength(2);
    await eventually('the rest of the flood is turned away', () => ended.length === 10);
    openAll();
    await Promise.all(flood);
    expect(ended.toSorted()).toEqual([...Array(2).fill('answered'), ...Array(10).fill('rate-limited')]);
  });

  it('does not run a request whose deadline passed while it waited', async () => {
    const operation = declare();
    const { route, begun, openAll } = gatedWork(operation);
    await offer([route], 1);
    const first = caller.request(operation, { value: 1 }, of(GREEDY));
    await eventually('one is in progress', () => begun.length === 1);
    // Long enough to arrive on a busy machine, and less than a request waits for its turn.
    const late = caller.request(operation, { value: 2 }, of(GREEDY, { timeoutMs: 700 }));
    expect(await reasonOf(late)).toBe('timeout');
    openAll();
    await first;
    await eventually('the late one is dropped', () =>
      log.lines.some(({ msg }) => msg === 'a request arrived after its deadline and was dropped'),
    );
    expect(begun).toHaveLength(1);
  });
});
