import type { RequestContext } from '@lodging/kit-runtime';
import { systemContext } from '@lodging/kit-runtime';
import { ok, refuse } from '@lodging/kernel';
import { eventually, testIdentity, testLogger, useServers } from '@lodging/kit-testing';
import { Svcm } from '@nats-io/services';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectBus, okReplayed, on, serve, Unavailable } from '../src/index.ts';
import type { Bus, Operation, Route, ServeOptions } from '../src/index.ts';
import { callers } from './callers.ts';

const TENANT = '01936f2e-0000-7000-8000-000000000001';
const shape = z.object({ value: z.number() });
type Value = z.output<typeof shape>;

/** A subject of its own for each test, so that none hears another's requests. */
let count = 0;
function declare(idempotent = true): Operation<Value, Value> {
  count += 1;
  const subject = `rpc.test${count}.v1.double`;
  return { subject, request: shape, response: shape, refusals: ['too_large'], idempotent, callers };
}

const ctx = (timeoutMs = 5000): RequestContext => systemContext(TENANT, false, { timeoutMs });
const double = async ({ value }: Value) => ok({ value: value * 2 });

let caller: Bus;
let server: Bus;
const log = testLogger();
const served: { stop(): Promise<void> }[] = [];

async function offer(
  routes: Route[],
  options: Partial<ServeOptions> = {},
): Promise<{ stop(): Promise<void> }> {
  const one = await serve(server, { group: 'doubling', log, ...options }, routes);
  served.push(one);
  return one;
}

async function unavailability(work: Promise<unknown>): Promise<Unavailable> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Unavailable)) throw new Error('expected Unavailable', { cause: error });
  return error;
}

const elapsed = (milliseconds: number): Promise<string> =>
  new Promise((resolve) => setTimeout(() => resolve('elapsed'), milliseconds));

beforeAll(async () => {
  const url = useServers().natsUrl;
  caller = await connectBus({ url, name: 'asking', identity: testIdentity(), log });
  server = await connectBus({ url, name: 'doubling', identity: testIdentity(), log });
});
afterEach(async () => {
  await Promise.all(served.splice(0).map((one) => one.stop()));
});
afterAll(async () => {
  await Promise.all([caller.drain(), server.drain()]);
});

describe('asking a neighbour', () => {
  it('waits for one that works for long, and gives up in under two seconds on one that falls silent', async () => {
    const operation = declare();
    let answer: (value: Value) => void = () => undefined;
    const worked = new Promise<Value>((resolve) => (answer = resolve));
    await offer([on(operation, async () => ok(await worked))]);
    const asked = caller.request(operation, { value: 1 }, ctx(10_000), { timeoutMs: 10_000 });
    await expect(Promise.race([asked, elapsed(3_000)])).resolves.toBe('elapsed');
    answer({ value: 7 });
    expect(await asked).toMatchObject({ ok: true, value: { value: 7 } });

    const frozen = declare();
    const silent = server.connection.subscribe(frozen.subject, { callback: () => undefined });
    await server.connection.flush();
    const began = performance.now();
    const error = await unavailability(
      caller.request(frozen, { value: 1 }, ctx(10_000), { timeoutMs: 10_000 }),
    );
    expect(error.reason).toBe('silent');
    expect(performance.now() - began).toBeLessThan(1_900);
    silent.unsubscribe();
  });

  it('gives the answer, and tells the neighbour for whom the call is made', async () => {
    const operation = declare();
    const heard: RequestContext[] = [];
    await offer([on(operation, (request, about) => (heard.push(about), double(request)))]);
    const made: RequestContext = {
      ...ctx(),
      livemode: true,
      caller: { kind: 'secret', keyId: 'key_1', permissions: ['bookings:write'] },
    };
    const answer = await caller.request(operation, { value: 21 }, made);
    expect(answer).toEqual({ ok: true, value: { value: 42 }, replayed: false });
    const { deadline, ...rest } = made;
    expect(heard).toMatchObject([rest]);
    expect(heard[0]?.deadline).toBeLessThanOrEqual(deadline);
  });

  it('brings a refusal whole, with its code, its words and its extra fields', async () => {
    const operation = declare();
    const extra = { reasons: ['sold_out'], missingDates: ['2027-01-01'] };
    await offer([on(operation, async () => refuse('too_large', 'That is too large – sorry.', extra))]);
    const refusal = { code: 'too_large', detail: 'That is too large – sorry.', extra };
    expect(await caller.request(operation, { value: 1 }, ctx())).toEqual({ ok: false, refusal });
    expect(await caller.forward(operation, { value: 1 }, ctx())).toEqual({ ok: false, refusal });
  });

  it('forwards the very bytes of the answer, and whether they are an earlier answer', async () => {
    const operation = declare();
    await offer([on(operation, async ({ value }) => okReplayed({ value, more: 'naïve' }))]);
    const forwarded = await caller.forward(operation, { value: 7 }, ctx());
    expect(forwarded).toMatchObject({ ok: true, replayed: true });
    const body = forwarded.ok ? Buffer.from(forwarded.body).toString() : '';
    expect(body).toBe('{"value":7,"more":"naïve"}');
  });

  it('says at once that nobody answers', async () => {
    const started = performance.now();
    const error = await unavailability(caller.request(declare(), { value: 1 }, ctx()));
    expect(error.reason).toBe('no-responder');
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it('waits no longer than the deadline of the call', async () => {
    const operation = declare();
    await offer([
      on(operation, () => new Promise((resolve) => setTimeout(() => resolve(ok({ value: 0 })), 600))),
    ]);
    const started = performance.now();
    const error = await unavailability(caller.request(operation, { value: 1 }, ctx(150)));
    expect(error.reason).toBe('timeout');
    expect(performance.now() - started).toBeLessThan(500);
  });

  it('takes an answer that does not fit the contract for no answer', async () => {
    const operation = declare();
    const loose: Operation<Value, unknown> = { ...operation, response: z.unknown() };
    await offer([on(loose, async () => ok({ value: 'many' }))]);
    const error = await unavailability(caller.request(operation, { value: 1 }, ctx()));
    expect(error.reason).toBe('unreadable-answer');
  });

  it.each([
    { what: 'tries an idempotent operation a second time', idempotent: true, runs: 2 },
    { what: 'sends an operation that is not idempotent only once', idempotent: false, runs: 1 },
  ])('$what', async ({ idempotent, runs }) => {
    const operation = declare(idempotent);
    let ran = 0;
    const faltering = on(operation, async (request) => {
      ran += 1;
      if (ran === 1) throw new Error('a passing failure');
      return double(request);
    });
    await offer([faltering]);
    const asked = caller.request(operation, { value: 2 }, ctx());
    if (idempotent) expect(await asked).toMatchObject({ value: { value: 4 } });
    else expect((await unavailability(asked)).reason).toBe('fault');
    expect(ran).toBe(runs);
  });
});

describe('answering requests', () => {
  it('never runs what arrives after its deadline', async () => {
    const operation = declare();
    let ran = 0;
    await offer([on(operation, (request) => ((ran += 1), double(request)))]);
    const late = { ...ctx(), deadline: Date.now() - 1 };
    expect((await unavailability(caller.request(operation, { value: 1 }, late))).reason).toBe(
      'deadline-passed',
    );

    // A caller whose clock disagrees, or a message that waited in a queue, reaches the server all the same.
    const { writeContext } = await import('../src/rpc/context-headers.ts');
    const token = caller.mandates.tokenFor(late, operation.callers);
    const { deadline } = late;
    const headers = writeContext(late, { deadline, traceparent: undefined, token, withCaller: false });
    const sent = caller.connection.request(operation.subject, '{"value":1}', { timeout: 200, headers });
    await expect(sent).rejects.toThrow();
    expect(ran).toBe(0);
    expect(await caller.request(operation, { value: 1 }, ctx())).toMatchObject({ ok: true });
  });

  it('answers an unexpected failure at once, and logs it', async () => {
    const operation = declare(false);
    await offer([on(operation, () => Promise.reject(new Error('something unforeseen')))]);
    const started = performance.now();
    expect((await unavailability(caller.request(operation, { value: 1 }, ctx()))).reason).toBe('fault');
    expect(performance.now() - started).toBeLessThan(1000);
    expect(log.lines).toContainEqual(
      expect.objectContaining({
        level: 'error',
        err: expect.objectContaining({ message: 'something unforeseen' }),
      }),
    );
  });

  it('runs no handler for a request that does not fit the contract', async () => {
    const operation = declare(false);
    let ran = 0;
    await offer([on(operation, (request) => ((ran += 1), double(request)))]);
    const loose: Operation<unknown, Value> = { ...operation, request: z.unknown() };
    expect((await unavailability(caller.request(loose, { value: 'x' }, ctx()))).reason).toBe('fault');
    expect(ran).toBe(0);
  });

  it('answers with a fault when the answer is larger than the server carries', async () => {
    const operation = declare(false);
    const wide: Operation<Value, unknown> = { ...operation, response: z.unknown() };
    const most = server.connection.info?.max_payload ?? 0;
    await offer([on(wide, async () => ok('x'.repeat(most + 1)))]);
    expect((await unavailability(caller.request(wide, { value: 1 }, ctx()))).reason).toBe('fault');
  });

  it('runs requests side by side up to its cap, lets more wait a moment, and turns the rest away', async () => {
    const operation = declare(false);
    const gates: (() => void)[] = [];
    const route = on(operation, async (request) => {
      await new Promise<void>((resolve) => gates.push(resolve));
      return double(request);
    });
    await offer([route], { maxInFlight: 2 });
    const asked = [1, 2, 3].map((value) => caller.request(operation, { value }, ctx()));
    await eventually('two run at once', () => gates.length === 2);
    // The third waits at most 100 ms; the two that run have all the time they need.
    const first = await unavailability(Promise.race(asked));
    expect(first.reason).toBe('overloaded');
    const waiting = caller.request(operation, { value: 9 }, ctx());
    for (const open of gates.splice(0)) open();
    await eventually('the one that waited runs', () => gates.length === 1);
    gates[0]?.();
    expect(await waiting).toMatchObject({ value: { value: 18 } });
    expect((await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });

  it('lets running handlers finish before it stops', async () => {
    const operation = declare();
    let open: (() => void) | undefined;
    const service = await offer([
      on(operation, async (request) => {
        await new Promise<void>((resolve) => (open = resolve));
        return double(request);
      }),
    ]);
    const asked = caller.request(operation, { value: 4 }, ctx());
    await eventually('the handler runs', () => open !== undefined);
    let stopped = false;
    const stopping = service.stop().then(() => (stopped = true));
    // From here on the broker knows that nobody takes new requests.
    await server.connection.flush();
    const second = await unavailability(caller.request(operation, { value: 5 }, ctx()));
    expect([second.reason, stopped]).toEqual(['no-responder', false]);
    open?.();
    expect(await asked).toMatchObject({ value: { value: 8 } });
    await stopping;
  });

  it('can be found, and tells how its requests ended', async () => {
    const operation = declare();
    await offer([on(operation, double)]);
    await caller.request(operation, { value: 1 }, ctx());
    const found = [];
    for await (const one of await new Svcm(caller.connection).client().stats('doubling')) found.push(one);
    const endpoints = found.flatMap((one) => one.endpoints ?? []);
    expect(endpoints).toContainEqual(
      expect.objectContaining({
        subject: operation.subject,
        queue_group: 'doubling',
        num_requests: 1,
        data: expect.objectContaining({ answered: 1, faulted: 0 }),
      }),
    );
  });
});
