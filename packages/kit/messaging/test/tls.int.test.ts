import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testIdentity, testLogger } from '@lodging/kit-testing';
import { startNats, writeTestAuthorities } from '@lodging/kit-testing/servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectBus } from '../src/bus/connect-bus.ts';
import type { Bus } from '../src/bus/bus.ts';

const directory = mkdtempSync(join(tmpdir(), 'lodging-tls-'));
const { right, ofAnotherName, rightCa, otherCa } = writeTestAuthorities(directory);
const stops: (() => Promise<void>)[] = [];

afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()));
  rmSync(directory, { recursive: true, force: true });
});

describe('NATS with TLS', () => {
  const users = [{ user: 'me', password: 'secret' }];
  let url: string;
  let urlOfAnotherName: string;

  beforeAll(async () => {
    const servers = await Promise.all([
      startNats({ directory: join(directory, 'nats'), users, tls: right }),
      startNats({ directory: join(directory, 'nats-2'), users, tls: ofAnotherName }),
    ]);
    stops.push(...servers.map((server) => () => server.stop()));
    [url = '', urlOfAnotherName = ''] = servers.map((server) => server.url.replace('//', '//me:secret@'));
  });

  /** The bus waits for a server that it can trust, so what is refused never resolves. */
  async function connects(to: string, caFile: string): Promise<boolean> {
    const connecting = connectBus({
      url: to,
      caFile,
      name: 'me',
      identity: testIdentity(),
      log: testLogger(),
    });
    const opened = await Promise.race<Bus | undefined>([
      connecting,
      new Promise((resolve) => setTimeout(() => resolve(undefined), 1500)),
    ]);
    stops.push(async () => opened?.connection.close());
    if (opened === undefined) return false;
    await opened.check();
    return true;
  }

  it('is reached where its authority is trusted and its name is right', async () => {
    expect(await connects(url, rightCa)).toBe(true);
  });

  it('is refused with another authority', async () => {
    expect(await connects(url, otherCa)).toBe(false);
  });

  it('is refused with a certificate for another name', async () => {
    expect(await connects(urlOfAnotherName, otherCa)).toBe(false);
  });

  it('gets no password where it offers no encryption', async () => {
    const received: string[] = [];
    const server = createServer((socket) => {
      socket.write('INFO {"server_id":"x","version":"2.9.10","headers":true,"max_payload":1048576}\r\n');
      socket.on('data', (bytes) => received.push(bytes.toString()));
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    stops.push(() => new Promise((resolve) => server.close(() => resolve())));
    const { port } = server.address() as AddressInfo;
    expect(await connects(`tls://me:secret@localhost:${port}`, rightCa)).toBe(false);
    expect(received.join('')).not.toContain('secret');
  });
});
