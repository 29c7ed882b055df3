import { Agent, request } from 'node:http';
import { createLogger } from '@lodging/kit-runtime';
import { expect, it } from 'vitest';
import { createHttpServer, PROTOCOL_CODES } from '../src/index.ts';

function options(name: string) {
  const problems = Object.fromEntries(PROTOCOL_CODES.map((code) => [code, { status: 500, title: code }]));
  const log = createLogger({ name: 'test', level: 'silent' });
  return { name, log, problems, problemBase: '/problems', bodyLimitBytes: 1 };
}

it('no client that keeps its connection busy is reset by a server that closes: it is told, and goes elsewhere', async () => {
  const [old, next] = [createHttpServer(options('old')), createHttpServer(options('next'))];
  for (const app of [old, next]) app.get('/', async () => ({ ok: true }));
  const urls = [
    await old.listen({ host: '127.0.0.1', port: 0 }),
    await next.listen({ host: '127.0.0.1', port: 0 }),
  ];
  const state = { to: urls[0] ?? '', asked: 0, stopped: false };
  const failures: string[] = [];
  const clients = Array.from({ length: 12 }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    // The address of a connection is decided when it is made, as by a load balancer.
    let url = state.to;
    while (!state.stopped) {
      const { failure, isLast } = await get(url, agent);
      state.asked += 1;
      if (failure !== undefined) failures.push(failure);
      if (isLast) url = state.to;
    }
    agent.destroy();
  });
  const more = async (count: number) => {
    const until = state.asked + count;
    while (state.asked < until) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  await more(200);
  state.to = urls[1] ?? '';
  await old.close();
  await more(200);
  state.stopped = true;
  await Promise.all(clients);
  await next.close();
  expect(failures).toEqual([]);
}, 20_000);

function get(url: string, agent: Agent): Promise<{ failure?: string; isLast: boolean }> {
  return new Promise((resolve) => {
    request(url, { agent }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve({ isLast: answer.headers.connection === 'close' }));
    })
      .once('error', (error) => resolve({ failure: String(Object(error).code), isLast: true }))
      .end();
  });
}

it('a closing server responds to requests in progress and closes right after, though the client keeps its connection alive', async () => {
  const app = createHttpServer(options('closing'));
  const started = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  app.get('/slow', async () => {
    started.resolve();
    await held.promise;
    return { ok: true };
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const answer = fetch(`${url}/slow`);
  await started.promise;
  const closed = app.close();
  while (app.server.listening) await new Promise((resolve) => setImmediate(resolve));
  held.resolve();
  expect((await answer).status).toBe(200);
  const since = performance.now();
  await closed;
  expect(performance.now() - since).toBeLessThan(5_000);
}, 10_000);
