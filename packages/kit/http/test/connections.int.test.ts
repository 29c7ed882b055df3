import type { FastifyInstance } from 'fastify';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createHttpServer } from '../src/index.ts';
import { PROTOCOL_CODES } from '../src/problems.ts';
import type { ConnectionLimits } from '../src/connection-limit.ts';
import { collectingLog } from './collecting-log.ts';

const problems = Object.fromEntries(
  PROTOCOL_CODES.map((code) => [code, { status: code === 'service_unavailable' ? 503 : 400, title: code }]),
);
const HEAD = 'GET /ping HTTP/1.1\r\nHost: a\r\n\r\n';

let app: FastifyInstance;
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

async function serve(connections: ConnectionLimits): Promise<number> {
  const options = { name: 'test', log: collectingLog().log, problems, problemBase: '/problems' };
  app = createHttpServer({ ...options, bodyLimitBytes: 1, connections });
  app.get('/ping', async () => ({ ok: true }));
  return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
}

/** Connects from an address of the loopback network, sends a request, and leaves the connection open. */
function sendRequest(port: number, localAddress = '127.0.0.1'): Promise<{ text: string; socket: Socket }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    sockets.push(socket);
    socket.on('error', reject);
    socket.once('data', (data) => resolve({ text: String(data), socket }));
    socket.write(HEAD);
  });
}

const statusOf = (text: string): number => Number(text.split(' ')[1]);

it('a connection beyond the limit gets a problem and is closed, and the others are served', async () => {
  const port = await serve({ max: 3 });
  const open = [await sendRequest(port), await sendRequest(port), await sendRequest(port)];
  expect(open.map(({ text }) => statusOf(text))).toEqual([200, 200, 200]);
  const refused = await sendRequest(port);
  expect(statusOf(refused.text)).toBe(503);
  expect(refused.text).toMatch(/\r\nretry-after: 1\r\n/i);
  expect(refused.text).toContain('application/problem+json');
  expect(refused.text).toContain('"code":"service_unavailable"');
  await new Promise((resolve) => refused.socket.once('close', resolve));
  open[0]?.socket.destroy();
  await expect.poll(async () => statusOf((await sendRequest(port)).text)).toBe(200);
});

it('a client has its own number of connections, and takes none from others', async () => {
  const clientOf = (name: string) => (name.endsWith('.9') ? [] : [{ name, factor: 1 }]);
  const port = await serve({ max: 10, maxPerClient: 2, clientOf });
  const statuses = async (address: string) => [
    statusOf((await sendRequest(port, address)).text),
    statusOf((await sendRequest(port, address)).text),
    statusOf((await sendRequest(port, address)).text),
  ];
  expect(await statuses('127.0.0.1')).toEqual([200, 200, 503]);
  expect(await statuses('127.0.0.2')).toEqual([200, 200, 503]);
  expect(await statuses('127.0.0.9')).toEqual([200, 200, 200]);
});

it('a client counts for each of its networks, and what a narrow one refuses does not count in a wider one', async () => {
  const clientOf = (name: string) => [
    { name, factor: 1 },
    { name: 'all of them', factor: 2 },
  ];
  const port = await serve({ max: 20, maxPerClient: 2, clientOf });
  const statuses = async (...addresses: string[]) => {
    const answers = [];
    for (const address of addresses) answers.push(statusOf((await sendRequest(port, address)).text));
    return answers;
  };
  expect(await statuses('127.0.0.1', '127.0.0.1', '127.0.0.1', '127.0.0.1')).toEqual([200, 200, 503, 503]);
  expect(await statuses('127.0.0.2', '127.0.0.2', '127.0.0.3')).toEqual([200, 200, 503]);
});

it('a flood of connections holds no more than the bound', async () => {
  const port = await serve({ max: 5 });
  const held = await Promise.all(Array.from({ length: 5 }, () => sendRequest(port)));
  expect(held).toHaveLength(5);
  const flood = Array.from({ length: 200 }, () => connect({ port, host: '127.0.0.1' }));
  const closed = flood.map(
    (socket) =>
      new Promise((resolve) =>
        socket
          .on('error', () => undefined)
          .on('close', resolve)
          .resume(),
      ),
  );
  sockets.push(...flood);
  await Promise.all(closed);
  held[0]?.socket.write(HEAD);
  const again = await new Promise((resolve) => held[0]?.socket.once('data', (data) => resolve(String(data))));
  expect(statusOf(String(again))).toBe(200);
});

it('a connection ends after a thousand requests', async () => {
  const port = await serve({ max: 5 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const used = new Set<number | undefined>();
  const send = () =>
    new Promise<string | undefined>((resolve, reject) => {
      get({ port, host: '127.0.0.1', path: '/ping', agent }, (response) => {
        used.add(response.socket.localPort);
        response.resume().on('end', () => resolve(response.headers.connection));
      }).on('error', reject);
    });
  for (let sent = 1; sent < 1_000; sent += 1) await send();
  expect([used.size, await send()]).toEqual([1, 'close']);
  await send();
  expect(used.size).toBe(2);
  agent.destroy();
});

it('a client that overlooks the end of its connection is closed, never refused', async () => {
  const port = await serve({ max: 5 });
  const answers: string[] = [];
  const { socket } = await sendRequest(port);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('data', (data) => {
    answers.push(String(data));
    socket.write(HEAD);
  });
  socket.on('error', () => undefined);
  socket.write(HEAD);
  await closed;
  expect(new Set(answers.map(statusOf))).toEqual(new Set([200]));
  expect(answers).toHaveLength(999);
});
