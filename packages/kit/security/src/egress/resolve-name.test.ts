import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameResolver } from './resolve-name.ts';

const A = 1;
const ANSWERED_ADDRESS = [203, 0, 113, 7];

let server: Socket;
let servers: string[];

/** A name server of the test's own: `known.example` has one address, and about any other name it says nothing. */
beforeAll(async () => {
  server = createSocket('udp4');
  server.on('message', (question, { port, address }) => {
    if (question.includes('known')) server.send(answerTo(question), port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  servers = [`127.0.0.1:${server.address().port}`];
});
afterAll(() => server.close());

function answerTo(question: Buffer): Buffer {
  const endOfName = question.indexOf(0, 12) + 1;
  const asked = question.subarray(12, endOfName + 4);
  const isA = question.readUInt16BE(endOfName) === A;
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(0x81_80, 2);
  head.writeUInt16BE(isA ? 1 : 0, 6);
  head.writeUInt32BE(0, 8);
  const record = Buffer.from([0xc0, 12, 0, A, 0, 1, 0, 0, 0, 60, 0, 4, ...ANSWERED_ADDRESS]);
  return Buffer.concat(isA ? [head, asked, record] : [head, asked]);
}

test('names whose server keeps silent hold up no other', async () => {
  const resolve = nameResolver({ servers });
  const giveUp = new AbortController();
  let answered = 0;
  const silent = Array.from({ length: 50 }, (_, index) =>
    resolve(`silent${index}.example`, giveUp.signal)
      .then(
        () => 'found',
        () => 'failed',
      )
      .finally(() => (answered += 1)),
  );
  expect(await resolve('known.example', new AbortController().signal)).toEqual(['203.0.113.7']);
  expect(answered).toBe(0);
  giveUp.abort();
  expect(new Set(await Promise.all(silent))).toEqual(new Set(['failed']));
});
