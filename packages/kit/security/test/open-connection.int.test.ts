import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { Server, TLSSocket } from 'node:tls';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openEgressConnection } from '../src/egress/open-connection.ts';
import { testCertificate } from '@lodging/kit-testing/servers';
import type { TestCertificate } from '@lodging/kit-testing/servers';

const NAME = 'hooks.example';
const ALWAYS = { from: '2020-01-01T00:00:00Z', until: '2120-01-01T00:00:00Z' };
const trustedBefore = getCACertificates('default');
const servers: Server[] = [];
/** The bytes that servers received over TLS. */
const received: string[] = [];

afterEach(() => {
  setDefaultCACertificates(trustedBefore);
  received.splice(0);
  for (const server of servers.splice(0)) server.close();
});
afterAll(() => setDefaultCACertificates(trustedBefore));

async function serve(certificate: TestCertificate): Promise<number> {
  const server = createServer({ ...certificate }, (socket: TLSSocket) => {
    socket.on('error', () => undefined).on('data', (bytes) => received.push(bytes.toString()));
  });
  servers.push(server.on('tlsClientError', () => undefined));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Treats the loopback address as a public one, because only the certificate matters here. */
function open(port: number): Promise<Socket> {
  const url = new URL(`https://${NAME}:${port}/`);
  const target = { url, host: NAME, port, secure: true, isLocalhost: true };
  const { signal } = new AbortController();
  return openEgressConnection(target, {
    connectTimeoutMs: 2_000,
    signal,
    resolve: async () => ['127.0.0.1'],
  });
}

describe('a TLS connection', () => {
  it('is made to a server with a trusted certificate for the name', async () => {
    const certificate = testCertificate(NAME, ALWAYS);
    setDefaultCACertificates([certificate.cert]);
    const socket = await open(await serve(certificate));
    expect((socket as TLSSocket).authorized).toBe(true);
    socket.destroy();
  });

  it.each<{ what: string; certificate: TestCertificate; isTrusted: boolean }>([
    { what: 'of an unknown authority', certificate: testCertificate(NAME, ALWAYS), isTrusted: false },
    { what: 'for another name', certificate: testCertificate('other.example', ALWAYS), isTrusted: true },
    {
      what: 'that has expired',
      certificate: testCertificate(NAME, { from: '2020-01-01T00:00:00Z', until: '2021-01-01T00:00:00Z' }),
      isTrusted: true,
    },
    {
      what: 'that is not valid yet',
      certificate: testCertificate(NAME, { from: '2119-01-01T00:00:00Z', until: '2120-01-01T00:00:00Z' }),
      isTrusted: true,
    },
  ])('is not made with a certificate $what, and nothing is sent', async ({ certificate, isTrusted }) => {
    if (isTrusted) setDefaultCACertificates([certificate.cert]);
    await expect(open(await serve(certificate))).rejects.toMatchObject({ reason: 'tls-failed' });
    expect(received).toEqual([]);
  });
});
