import { stat } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createLogger } from '@lodging/kit-runtime';
import { expect, it } from 'vitest';
import { createHttpServer } from '../src/index.ts';
import { PROTOCOL_CODES } from '../src/problems.ts';

function options(name: string) {
  const problems = Object.fromEntries(PROTOCOL_CODES.map((code) => [code, { status: 500, title: code }]));
  const log = createLogger({ name: 'test', level: 'silent' });
  return { name, log, problems, problemBase: '/problems', bodyLimitBytes: 1 };
}

it('no client that keeps its connection busy is reset by a server that closes: it is notified, and connects elsewhere', async () => {
  const [old, next] = [createHttpServer(options('old')), createHttpServer(options('next'))];
  for (const app of [old, next]) app.get('/', async () => ({ ok: true }));
  const urls = [
    await old.listen({ host: '127.0.0.1', port: 0 }),
    await next.listen({ host: '127.0.0.1', port: 0 }),
  ];
  const state = { to: urls[0] ?? '', requested: 0, stopped: false };
  const failures: string[] = [];
  const clients = Array.from({ length: 12 }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    // The address of a connection is decided when it is made, as by a load balancer.
    let url = state.to;
    while (!state.stopped) {
      const { failure, isLast } = await get(url, agent);
      state.requested += 1;
      if (failure !== undefined) failures.push(failure);
      if (isLast) url = state.to;
    }
    agent.destroy();
  });
  const more = async (count: number) => {
    const until = state.requested + count;
    while (state.requested < until) await new Promise((resolve) => setTimeout(resolve, 5));
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

/** Of the event loop, until it is between two looks of the server at its sockets. */
const TURNS = [0, 1, 2];

it.each(TURNS)(
  'a request that arrives on a kept connection while a closing server is busy, after %s turns, is answered, not reset',
  async (turns) => {
    const app = createHttpServer(options('busy'));
    app.get('/', async () => ({ ok: true }));
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const socket = connect(Number(port), '127.0.0.1');
    const responses = { count: 0, error: undefined as unknown };
    socket.on('data', (chunk) => (responses.count += String(chunk).split('HTTP/1.1 200').length - 1));
    socket.on('error', (error) => (responses.error = error));
    const ended = new Promise((resolve) => socket.once('close', resolve));
    const send = () => socket.write('GET / HTTP/1.1\r\nHost: test\r\n\r\n');
    send();
    while (responses.count < 1) await new Promise((resolve) => setTimeout(resolve, 5));
    const closed = app.close();
    const busy = (left: number): void => {
      if (left > 0) return void setImmediate(busy, left - 1);
      send();
      const busyUntil = performance.now() + 2_000;
      while (performance.now() < busyUntil);
    };
    // Also where sockets are read: the timers of the server are next.
    if (turns === 0) stat('.', () => busy(0));
    else setImmediate(busy, turns);
    await Promise.all([closed, ended]);
    expect(responses).toEqual({ count: 2, error: undefined });
  },
  10_000,
);

it('a request that was pipelined behind another is answered by a server that closes, however long it takes', async () => {
  const app = createHttpServer(options('pipelined'));
  const [started, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  app.get('/fast', async () => {
    await started.promise;
    return { answer: 'first' };
  });
  app.get('/slow', async () => {
    started.resolve();
    await held.promise;
    return { answer: 'second' };
  });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), '127.0.0.1');
  const received = text(socket).catch(String);
  socket.write(['/fast', '/slow'].map((path) => `GET ${path} HTTP/1.1\r\nHost: test\r\n\r\n`).join(''));
  await started.promise;
  await new Promise((resolve) => setTimeout(resolve, 50));
  const closed = app.close();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  held.resolve();
  await closed;
  expect(await received).toContain('"second"');
}, 10_000);
