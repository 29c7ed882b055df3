import { ok } from '@lodging/kernel';
import type { Caller, RequestContext } from '@lodging/kit-runtime';
import { systemContext } from '@lodging/kit-runtime';
import { testIdentity, testLogger, useServers } from '@lodging/kit-testing';
import { jetstreamManager } from '@nats-io/jetstream';
import { headers } from '@nats-io/nats-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectBus, on, serve, Unavailable } from '../src/index.ts';
import type { Bus, Operation } from '../src/index.ts';
import type { BusIdentity } from '../src/mandate/identity.ts';
import type { Callers } from '../src/rpc/operation.ts';

const TENANT = '01936f2e-0000-7000-8000-000000000001';
const shape = z.object({ amount: z.number() });
const forClients = { calledFor: [], clientsThrough: 'gateway', platformOnly: false, services: [] };

let count = 0;
function declare(callers: Callers = forClients): Operation<{ amount: number }, { amount: number }> {
  count += 1;
  const subject = `rpc.trust${count}.v1.refund`;
  return { subject, request: shape, response: shape, refusals: [], idempotent: true, callers };
}

const log = testLogger();
const open: (() => Promise<void>)[] = [];
let gateway: Bus;
let reservations: Bus;
let payments: Bus;
let natsUrl: string;

function connectAs(name: string, changes: Partial<BusIdentity> = {}): Promise<Bus> {
  return connectBus({ url: natsUrl, name, identity: { ...testIdentity(name), ...changes }, log });
}

const client: Caller = { kind: 'secret', keyId: 'key_1', permissions: [] };
const contextOf = (caller: Caller): RequestContext => ({
  ...systemContext(TENANT, true, { timeoutMs: 5_000 }),
  caller,
});

/** Answers with the amount, and remembers for whom. */
async function offer(bus: Bus, operation: ReturnType<typeof declare>, callers: Caller[] = []) {
  const route = on(operation, async (request, ctx) => {
    callers.push(ctx.caller);
    return ok(request);
  });
  const serving = await serve(bus, { group: bus.name, log }, [route]);
  open.push(() => serving.stop());
}

function reasonOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'answered',
    (error: unknown) => (error instanceof Unavailable ? error.reason : error),
  );
}

beforeAll(async () => {
  natsUrl = useServers().natsUrl;
  [gateway, reservations, payments] = [
    await connectAs('gateway'),
    await connectAs('reservations'),
    await connectAs('payments'),
  ];
});
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});
afterAll(async () => {
  await Promise.all([gateway, reservations, payments].map((bus) => bus.drain()));
});

describe('a request', () => {
  it('is run for the caller that the gateway signed, also when another service passes it on', async () => {
    const book = declare();
    const refund = declare({ ...forClients, calledFor: [book.subject] });
    const received: Caller[] = [];
    await offer(payments, refund, received);
    expect(await gateway.request(refund, { amount: 1 }, contextOf(client))).toMatchObject({ ok: true });

    const passOn = on(book, (request, ctx) => reservations.request(refund, request, ctx));
    const serving = await serve(reservations, { group: 'reservations', log }, [passOn]);
    open.push(() => serving.stop());
    expect(await gateway.request(book, { amount: 2 }, contextOf(client))).toMatchObject({ ok: true });
    expect(received).toEqual([client, client]);
  });

  it('of a sender with bus credentials alone is not run, and fails as an outage does', async () => {
    const refund = declare();
    const received: Caller[] = [];
    await offer(payments, refund, received);
    const operator: Caller = { kind: 'operator', permissions: ['payment:refund:create'] };
    const sendRequest = (bus: Bus, caller: Caller) =>
      reasonOf(bus.request(refund, { amount: 5 }, contextOf(caller)));
    expect(await sendRequest(reservations, client)).toBe('not-authorized');
    expect(await sendRequest(reservations, operator)).toBe('not-authorized');
    expect(await sendRequest(reservations, { kind: 'service', permissions: [] })).toBe('not-authorized');
    // With the name of the gateway, and an unknown key.
    const unknown = testIdentity('stranger');
    const publicKeys = unknown.publicKeys.map((entry) => entry.replace('stranger:', 'gateway:'));
    const forger = await connectAs('gateway', { signingKey: unknown.signingKey, publicKeys });
    expect(await sendRequest(forger, operator)).toBe('not-authorized');
    await forger.drain();

    const send = async (context: string): Promise<unknown> => {
      const plain = headers();
      plain.append('Lodging-Call', context);
      const sent = { timeout: 1_000, headers: plain };
      return (await reservations.connection.request(refund.subject, '{"amount":5}', sent)).json();
    };
    const unsigned = `${TENANT} live ${Date.now() + 5_000} r`;
    expect(await send(unsigned)).toEqual({ reason: 'not-authorized' });
    // A caller beside the mandate is none, and the header is not one of ours.
    expect(await send(`${unsigned} ${JSON.stringify(operator)}`)).toEqual({ reason: 'fault' });
    expect(received).toEqual([]);
    expect(log.lines).toContainEqual(
      expect.objectContaining({ subject: refund.subject, reason: 'unsigned', level: 'error' }),
    );
  });
});

describe('a reply', () => {
  it('of a stream that captures the subject is no answer: that of the service is awaited', async () => {
    const refund = declare();
    const manager = await jetstreamManager(gateway.connection);
    await manager.streams.add({ name: 'CAPTURE', subjects: [refund.subject] });
    open.push(async () => void (await manager.streams.delete('CAPTURE')));
    const alone = gateway.forward(refund, { amount: 1 }, contextOf(client), { timeoutMs: 500 });
    expect(await reasonOf(alone)).toBe('timeout');
    await offer(payments, refund);
    for (let each = 0; each < 20; each += 1) {
      const answer = await gateway.forward(refund, { amount: each }, contextOf(client));
      expect(answer.ok && JSON.parse(Buffer.from(answer.body).toString())).toEqual({ amount: each });
    }
  });
});
