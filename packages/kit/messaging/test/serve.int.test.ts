import type { RequestContext } from '@lodging/kit-runtime';
import { createWorkCounter, endAtDeadline, systemContext } from '@lodging/kit-runtime';
import { ok, refuse } from '@lodging/kernel';
import { eventually, testIdentity, testLogger, useServers } from '@lodging/kit-testing';
import { Svcm } from '@nats-io/services';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectBus, okReplayed, on, serve, Unavailable } from '../src/index.ts';
import { MessageTooLarge } from '../src/rpc/message-limits.ts';
import type { Bus, Operation, Route } from '../src/index.ts';
import type { ServeOptions } from '../src/rpc/serve.ts';
import { callers } from './callers.ts';

const TENANT = '01936f2e-0000-7000-8000-000000000001';
const shape = z.object({ value: z.number() });
type Value = z.output<typeof shape>;

/** A subject of its own for each test, so that none receives another's requests. */
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
  caller = await connectBus({ url, name: 'caller', identity: testIdentity(), log });
  server = await connectBus({ url, name: 'doubling', identity: testIdentity(), log });
});
afterEach(async () => {
  await Promise.all(served.splice(0).map((one) => one.stop()));
});
afterAll(async () => {
  await Promise.all([caller.drain(), server.drain()]);
});

describe('a request to a neighbour', () => {
  it('waits for one that works for long, and gives up in under two seconds on one that falls silent', async () => {
    const operation = declare();
    let answer: (value: Value) => void = () => undefined;
    const worked = new Promise<Value>((resolve) => (answer = resolve));
    await offer([on(operation, async () => ok(await worked))]);
    const requested = caller.request(operation, { value: 1 }, ctx(10_000), { timeoutMs: 10_000 });
    await expect(Promise.race([requested, elapsed(3_000)])).resolves.toBe('elapsed');
    answer({ value: 7 });
    expect(await requested).toMatchObject({ ok: true, value: { value: 7 } });

    const unanswered = declare();
    const silent = server.connection.subscribe(unanswered.subject, { callback: () => undefined });
    await server.connection.flush();
    const began = performance.now();
    const error = await unavailability(
      caller.request(unanswered, { value: 1 }, ctx(10_000), { timeoutMs: 10_000 }),
    );
    expect(error.reason).toBe('silent');
    expect(performance.now() - began).toBeLessThan(1_900);
    silent.unsubscribe();
  });

  it('gives the answer, and names the tenant of the call to the neighbour', async () => {
    const operation = declare();
    const received: RequestContext[] = [];
    await offer([on(operation, (request, about) => (received.push(about), double(request)))]);
    const made: RequestContext = {
      ...ctx(),
      livemode: true,
      caller: { kind: 'secret', keyId: 'key_1', permissions: ['bookings:write'] },
    };
    const answer = await caller.request(operation, { value: 21 }, made);
    expect(answer).toEqual({ ok: true, value: { value: 42 }, replayed: false });
    const { deadline, ...rest } = made;
    expect(received).toMatchObject([rest]);
    expect(received[0]?.deadline).toBeLessThanOrEqual(deadline);
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

  it('fails at once where no service answers', async () => {
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
    const requested = caller.request(operation, { value: 2 }, ctx());
    if (idempotent) expect(await requested).toMatchObject({ value: { value: 4 } });
    else expect((await unavailability(requested)).reason).toBe('fault');
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
    const token = caller.mandates.tokenFor(late, operation);
    const { deadline } = late;
    const headers = writeContext(late, { deadline, traceparent: undefined, token });
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

  describe('with a limit for its bodies', () => {
    const MIB = 1024 * 1024;
    const text = z.object({ text: z.string() });
    const echo = (limits: Pick<Operation<unknown, unknown>, 'maxRequestBytes' | 'maxReplyBytes'> = {}) => {
      const { subject } = declare(false);
      const operation: Operation<{ text: string }, { text: string }> = {
        subject,
        request: text,
        response: text,
        refusals: [],
        idempotent: false,
        callers,
        ...limits,
      };
      return operation;
    };
    /** A body `{"text":"…"}` of so many bytes. */
    const bodyOf = (bytes: number) => ({ text: 'x'.repeat(bytes - '{"text":""}'.length) });

    it('takes and answers 2 MiB, also in letters of several bytes', async () => {
      const operation = echo();
      await offer([on(operation, async (request) => ok(request))]);
      expect(await caller.request(operation, bodyOf(2 * MIB), ctx())).toMatchObject({ ok: true });
      const letters = { text: '€'.repeat((2 * MIB) / 3 - 8) };
      expect(await caller.request(operation, letters, ctx())).toMatchObject({ ok: true });
    });

    it('sends no request that is longer', async () => {
      const operation = echo();
      let ran = 0;
      await offer([on(operation, async (request) => ok(((ran += 1), request)))]);
      for (const request of [bodyOf(2 * MIB + 1), { text: '€'.repeat(MIB) }])
        await expect(caller.request(operation, request, ctx())).rejects.toThrow(MessageTooLarge);
      expect(ran).toBe(0);
    });

    it('does not read a request that is longer, from any sender', async () => {
      const operation = echo();
      let ran = 0;
      await offer([on(operation, async (request) => ok(((ran += 1), request)))]);
      const loose = { ...operation, maxRequestBytes: 8 * MIB };
      const { reason } = await unavailability(caller.request(loose, bodyOf(2 * MIB + 1), ctx()));
      expect([reason, ran]).toEqual(['fault', 0]);
      expect(log.lines).toContainEqual(
        expect.objectContaining({
          level: 'error',
          msg: 'a request exceeds the size that its operation declares',
        }),
      );
    });

    it('answers a fault in place of an answer that is longer, and logs it', async () => {
      const operation = echo();
      await offer([on(operation, async () => ok(bodyOf(2 * MIB + 1)))]);
      const { reason } = await unavailability(caller.request(operation, bodyOf(100), ctx()));
      expect(reason).toBe('fault');
      expect(log.lines).toContainEqual(
        expect.objectContaining({
          level: 'error',
          err: expect.objectContaining({ message: expect.stringContaining(`${2 * MIB} are declared`) }),
          msg: 'a response could not be sent',
        }),
      );
    });

    it('takes no answer that is longer from another service', async () => {
      const operation = echo();
      const loose = { ...operation, maxReplyBytes: 8 * MIB };
      await offer([on(loose, async () => ok(bodyOf(2 * MIB + 1)))]);
      const requested = [
        caller.request(operation, bodyOf(100), ctx()),
        caller.forward(operation, bodyOf(100), ctx()),
      ];
      for (const { reason } of await Promise.all(requested.map(unavailability)))
        expect(reason).toBe('unreadable-answer');
    });

    it('carries more where its operation declares more', async () => {
      const operation = echo({ maxRequestBytes: 5 * MIB, maxReplyBytes: 5 * MIB });
      await offer([on(operation, async (request) => ok(request))]);
      expect(await caller.request(operation, bodyOf(5 * MIB), ctx())).toMatchObject({ ok: true });
    });
  });

  it('runs requests side by side up to its cap, lets more wait a moment, and turns the rest away', async () => {
    const operation = declare(false);
    const gates: (() => void)[] = [];
    const route = on(operation, async (request) => {
      await new Promise<void>((resolve) => gates.push(resolve));
      return double(request);
    });
    await offer([route], { maxInFlight: 2 });
    const requested = [1, 2, 3].map((value) => caller.request(operation, { value }, ctx()));
    await eventually('two run at once', () => gates.length === 2);
    // The third waits at most 100 ms; the two that run have all the time they need.
    const first = await unavailability(Promise.race(requested));
    expect(first.reason).toBe('overloaded');
    const waiting = caller.request(operation, { value: 9 }, ctx());
    for (const open of gates.splice(0)) open();
    await eventually('the one that waited runs', () => gates.length === 1);
    gates[0]?.();
    expect(await waiting).toMatchObject({ value: { value: 18 } });
    expect((await Promise.allSettled(requested)).filter(({ status }) => status === 'fulfilled')).toHaveLength(
      2,
    );
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
    const requested = caller.request(operation, { value: 4 }, ctx());
    await eventually('the handler runs', () => open !== undefined);
    let stopped = false;
    const stopping = service.stop().then(() => (stopped = true));
    // From here on the broker knows that no service takes new requests.
    await server.connection.flush();
    const second = await unavailability(caller.request(operation, { value: 5 }, ctx()));
    expect([second.reason, stopped]).toEqual(['no-responder', false]);
    open?.();
    expect(await requested).toMatchObject({ value: { value: 8 } });
    await stopping;
  });

  it('can be found, and reports how its requests ended', async () => {
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

describe('the work of a request', () => {
  const counting = (timeoutMs = 5000) => ({ ...ctx(timeoutMs), work: createWorkCounter() });

  it('is counted by its caller, however it ends, with the work of the services that it led to', async () => {
    const [inner, outer, refused, failed] = [declare(), declare(), declare(), declare()];
    await offer([
      on(inner, async (request, { work }) => {
        work?.add(7);
        return double(request);
      }),
      on(outer, async (request, own) => {
        own.work?.add(10);
        return server.request(inner, request, { ...own, mandate: undefined });
      }),
      on(refused, async (_request, { work }) => {
        work?.add(3);
        return refuse('too_large', 'Too large.');
      }),
      on(failed, async (_request, { work }) => {
        work?.add(4);
        throw new Error('it broke');
      }),
    ]);
    const counted = counting();
    expect(await caller.request(outer, { value: 1 }, counted)).toMatchObject({ ok: true });
    expect(counted.work.total).toBe(17);
    expect(await caller.forward(refused, { value: 1 }, counted)).toMatchObject({ ok: false });
    expect(counted.work.total).toBe(20);
    // It is sent a second time, and the work was done twice.
    await unavailability(caller.request(failed, { value: 1 }, counted));
    expect([24, 28]).toContain(counted.work.total);
    const free = counting();
    const other = declare();
    await offer([on(other, double)]);
    await caller.request(other, { value: 1 }, free);
    expect(free.work.total).toBe(0);
  });

  it('is known by its heartbeats where the caller gives up', async () => {
    const operation = declare(false);
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    await offer([
      on(operation, async (request, { work }) => {
        work?.add(500);
        await ended;
        return double(request);
      }),
    ]);
    const counted = counting();
    const requested = caller.request(operation, { value: 1 }, counted, { timeoutMs: 1_500 });
    expect((await unavailability(requested)).reason).toBe('timeout');
    expect(counted.work.total).toBe(500);
    end();
  });

  it('ends at the deadline where no caller waits for it any more', async () => {
    const operation = declare(false);
    let parts = 0;
    let isOver = false;
    await offer([
      on(operation, async (request, own) => {
        try {
          for (; parts < 1_000_000; parts += 1) {
            await new Promise((resolve) => setImmediate(resolve));
            endAtDeadline(own);
          }
          return await double(request);
        } finally {
          isOver = true;
        }
      }),
    ]);
    await unavailability(caller.request(operation, { value: 1 }, ctx(300)));
    await eventually('the work has ended', () => isOver);
    expect(parts).toBeLessThan(1_000_000);
  });
});
