import { migrate } from '@lodging/kit-postgres';
import {
  eventually,
  freshSchema,
  testIdentity,
  testIdentitySettings,
  testLogger,
  useServers,
} from '@lodging/kit-testing';
import { ok, uuidV7 } from '@lodging/kernel';
import { commonSettings, readSettings, systemClock, systemContext, timer } from '@lodging/kit-runtime';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectBus, consumer, defineService, on, outboxMigrations, startService } from '../src/index.ts';
import { callers } from './callers.ts';
import type { RunningService } from '../src/service/start-service.ts';
import type { ServiceParts } from '../src/service/service.ts';

const greet = {
  subject: 'rpc.greeter.v1.greet',
  request: z.object({ name: z.string() }),
  response: z.string(),
  refusals: [],
  idempotent: true,
  callers,
};
const settings = z.object(commonSettings);
const EVENTS = { name: 'EVT_GREETER', subjects: ['evt.greeter.>'], filter: 'evt.greeter.>' };
const newId = () => uuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(10)));

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function start(order: string[], { migrated = true, startsWithoutDatabase = false } = {}) {
  const schema = await freshSchema({ schema: 'greeter', sources: migrated ? [outboxMigrations] : [] });
  closing.push(() => schema.drop());
  const stopping = new AbortController();
  const service = defineService({
    name: 'greeter',
    settings,
    migrations: [outboxMigrations],
    publishes: EVENTS,
    startsWithoutDatabase,
    build: ({ db }): ServiceParts => ({
      routes: [on(greet, async ({ name }) => (order.push('request'), ok(`hello ${name}`)))],
      consumers: [consumer({ stream: EVENTS, schema: {}, handlers: {} })],
      timers: [
        timer({ name: 'work', seconds: 60 }, async () => void order.push('timer')),
        timer({ name: 'lease', seconds: 60, runsWhileDraining: true }, async () => void order.push('lease')),
      ],
      servers: [{ listen: async () => order.push('listen'), close: async () => order.push('close') }],
      observers: [() => order.push('unobserve')],
      // The database is still open when a service ends its own work.
      stop: async () => {
        await db.check();
        order.push('stop');
      },
    }),
  });
  const runtime = {
    name: service.name,
    log: testLogger(),
    clock: systemClock,
    newId,
    signal: stopping.signal,
  };
  const values = readSettings(settings, {
    POSTGRES_URL: schema.url,
    NATS_URL: useServers().natsUrl,
    ...testIdentitySettings('greeter'),
  });
  const starting = startService(service, values, runtime);
  return { starting, stopping, schema, runtime };
}

const stopOf = (running: RunningService<ServiceParts>, stopping: AbortController) => async () => {
  stopping.abort();
  await running.stop();
};

describe('a service', () => {
  it('answers requests, is ready, and stops its servers before its own work and its connections last', async () => {
    const order: string[] = [];
    const { starting, stopping, runtime } = await start(order);
    const running = await starting;
    await Promise.all(Object.values(running.checks).map((check) => check()));
    const identity = testIdentity();
    const { log } = runtime;
    const client = await connectBus({ url: useServers().natsUrl, name: 'client', identity, log });
    const answer = await client.request(
      greet,
      { name: 'Ada' },
      systemContext(newId(), true, { timeoutMs: 2_000 }),
    );
    expect(answer).toMatchObject({ ok: true, value: 'hello Ada' });
    await client.drain();
    await stopOf(running, stopping)();
    expect(order.slice(0, 3).toSorted()).toEqual(['lease', 'listen', 'timer']);
    expect(order.slice(3)).toEqual(['request', 'unobserve', 'close', 'stop']);
  });

  it('waits for its migrations, builds nothing before, and starts once they are there', async () => {
    const order: string[] = [];
    const { starting, stopping, schema, runtime } = await start(order, { migrated: false });
    await eventually('the service waits for its migrations', () =>
      runtime.log.lines.some(({ msg }) => msg === 'waiting for the database and its migrations'),
    );
    expect(order).toEqual([]);
    await migrate({ url: schema.ownerUrl, schema: 'greeter', sources: [outboxMigrations], log: runtime.log });
    const running = await starting;
    expect(order.toSorted()).toEqual(['lease', 'listen', 'timer']);
    await stopOf(running, stopping)();
  });

  it('starts without its migrations where it is declared to, and is not ready', async () => {
    const order: string[] = [];
    const { starting, stopping } = await start(order, { migrated: false, startsWithoutDatabase: true });
    const running = await starting;
    expect(order).toContain('listen');
    await expect(running.checks['migrations']?.()).rejects.toThrow();
    await stopOf(running, stopping)();
  });
});
