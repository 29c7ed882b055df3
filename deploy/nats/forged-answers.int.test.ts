import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { facts, rpc } from '@lodging/contract-wire';
import { connectBus, on, serve } from '@lodging/kit-messaging';
import type { Bus } from '@lodging/kit-messaging';
import { eventually, testIdentity, testLogger } from '@lodging/kit-testing';
import { startNats } from '@lodging/kit-testing/servers';
import { connect, headers } from '@nats-io/transport-node';
import type { NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TOPOLOGY } from './topology.ts';
import { natsUsers } from './users.ts';

const password = (user: string): string => `pw-of-${user}`;
const SERVICES = Object.keys(TOPOLOGY);
const pairs = Object.entries(TOPOLOGY).flatMap(([caller, { calls }]) =>
  calls.map((callee) => ({ caller, callee })),
);
const TENANT = '01936f2e-0000-7000-8000-000000000001';
const operationOf = (callee: string) =>
  rpc({
    context: callee,
    name: 'say-who',
    request: facts,
    response: facts,
    refusals: [],
    idempotent: false,
    calledBy: SERVICES,
  });

let directory: string;
let nats: Awaited<ReturnType<typeof startNats>>;
const buses = new Map<string, Bus>();
const forgers = new Map<string, NatsConnection>();
/** The reply subjects that each callee has seen, which any of them may have published. */
const requested = new Map<string, string[]>();
let mayAnswer = Promise.withResolvers<void>();

const busOf = (name: string): Bus => {
  const bus = buses.get(name);
  if (bus === undefined) throw new Error(`${name} is not connected`);
  return bus;
};

async function startService(name: string): Promise<void> {
  const log = testLogger();
  const url = `nats://${name}:${password(name)}@127.0.0.1:${nats.port}`;
  const bus = await connectBus({ url, name, identity: testIdentity(name), log });
  buses.set(name, bus);
  const answer = on(operationOf(name), async () => {
    await mayAnswer.promise;
    return { ok: true, value: { by: name } };
  });
  await serve(bus, { group: name, log }, [answer]);
  const seen: string[] = [];
  requested.set(name, seen);
  bus.connection.subscribe(operationOf(name).subject, {
    callback: (_, { reply = '' }) => void seen.push(reply),
  });
  await bus.connection.flush();
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'lodging-nats-forgers-'));
  const users = natsUsers(password);
  nats = await startNats({ directory, users });
  await Promise.all(SERVICES.map(startService));
  for (const { user } of users) {
    const inboxPrefix = `_INBOX_${user}`;
    const login = { user, pass: password(user), inboxPrefix, reconnect: false };
    forgers.set(user, await connect({ port: nats.port, ...login }));
  }
});
afterAll(async () => {
  await Promise.all([...forgers.values()].map((forger) => forger.close()));
  await Promise.all([...buses.values()].map((bus) => bus.drain()));
  await nats.stop();
  rmSync(directory, { recursive: true, force: true });
});

const TIMEOUT_MS = 20_000;

const request = (caller: string, callee: string) => {
  const ctx = {
    tenantId: TENANT,
    livemode: true,
    requestId: `${caller}-${callee}`,
    deadline: Date.now() + TIMEOUT_MS,
    caller: { kind: 'service' as const, permissions: [] },
  };
  return busOf(caller).request(operationOf(callee), {}, ctx, { timeoutMs: TIMEOUT_MS });
};

/** Publishes what `serve` would answer, and waits until the server has accepted or refused it. */
async function forge(user: string, subjects: readonly string[]): Promise<void> {
  const forger = forgers.get(user);
  if (forger === undefined) throw new Error(`${user} is not connected`);
  const marked = headers();
  marked.append('Lodging-Reply', '1');
  for (const subject of subjects) forger.publish(subject, JSON.stringify({ by: user }), { headers: marked });
  await forger.flush();
}

/** A request of the caller that waits for its answer, with the subject where the answer is expected. */
async function requestAndHold(caller: string, callee: string) {
  const seen = requested.get(callee) ?? [];
  const before = seen.length;
  const answer = request(caller, callee);
  answer.catch(() => undefined);
  const subject = await eventually(`${callee} has the request`, () => seen[before]);
  return { answer, subject };
}

describe.each(pairs)('a request of $caller to $callee', ({ caller, callee }) => {
  test('takes no answer of any other login, even where that knows the reply subject', async () => {
    mayAnswer = Promise.withResolvers();
    // The others are being requested something too: they know where the caller awaits their own answers.
    const others = TOPOLOGY[caller]?.calls.filter((other) => other !== callee) ?? [];
    const held = await Promise.all(others.map((other) => requestAndHold(caller, other)));
    const { answer, subject } = await requestAndHold(caller, callee);
    const token = subject.slice(subject.lastIndexOf('.') + 1);
    const inOwnInboxes = held.map((own) => own.subject.replace(/[^.]+$/, token));
    const forging = [...forgers.keys()].filter((user) => user !== callee && user !== `${callee}_b`);
    expect(forging.length).toBe(natsUsers(password).length - 2);
    await Promise.all(forging.map((user) => forge(user, [subject, ...inOwnInboxes])));
    // What the forgers sent reaches the caller before anything that is sent from here on.
    await busOf(caller).connection.flush();
    mayAnswer.resolve();
    expect(await answer).toEqual({ ok: true, value: { by: callee }, replayed: false });
    const answers = await Promise.all(held.map((own) => own.answer));
    expect(answers).toEqual(others.map((other) => ({ ok: true, value: { by: other }, replayed: false })));
  });

  test('has a token that cannot be guessed', async () => {
    mayAnswer = Promise.withResolvers();
    mayAnswer.resolve();
    const seen = requested.get(callee) ?? [];
    const from = seen.length;
    for (let each = 0; each < 20; each += 1) await request(caller, callee);
    const tokens = seen
      .slice(from)
      .map((subject) => Buffer.from(subject.split('.').at(-1) ?? '', 'base64url'));
    expect(tokens.map((token) => token.length)).toEqual(Array.from({ length: 20 }, () => 16));
    // Of counted tokens, most bytes would be those of the one before.
    const starts = new Set(tokens.map((token) => token.readBigUInt64BE(0)));
    const ends = new Set(tokens.map((token) => token.readBigUInt64BE(8)));
    expect([starts.size, ends.size]).toEqual([20, 20]);
  });
});
