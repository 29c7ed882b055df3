import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNameResolver } from './resolve-address.ts';

const A = 1;
const ANSWERED_ADDRESS = [203, 0, 113, 7];

let server: Socket;
let servers: string[];

/** A name server that answers for `known.example` alone. */
beforeAll(async () => {
  server = createSocket('udp4');
  server.on('message', (query, { port, address }) => {
    if (query.includes('known')) server.send(responseTo(query), port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  servers = [`127.0.0.1:${server.address().port}`];
});
afterAll(() => server.close());

function responseTo(query: Buffer): Buffer {
  const endOfName = query.indexOf(0, 12) + 1;
  const queried = query.subarray(12, endOfName + 4);
  const isA = query.readUInt16BE(endOfName) === A;
  const head = Buffer.from(query.subarray(0, 12));
  head.writeUInt16BE(0x81_80, 2);
  head.writeUInt16BE(isA ? 1 : 0, 6);
  head.writeUInt32BE(0, 8);
  const record = Buffer.from([0xc0, 12, 0, A, 0, 1, 0, 0, 0, 60, 0, 4, ...ANSWERED_ADDRESS]);
  return Buffer.concat(isA ? [head, queried, record] : [head, queried]);
}

test('names whose server does not answer delay no other name', async () => {
  const resolve = createNameResolver({ servers });
  const controller = new AbortController();
  let answered = 0;
  const silent = Array.from({ length: 50 }, (_, index) =>
    resolve(`silent${index}.example`, controller.signal)
      .then(
        () => 'found',
        () => 'failed',
      )
      .finally(() => (answered += 1)),
  );
  expect(await resolve('known.example', new AbortController().signal)).toEqual(['203.0.113.7']);
  expect(answered).toBe(0);
  controller.abort();
  expect(new Set(await Promise.all(silent))).toEqual(new Set(['failed']));
});
