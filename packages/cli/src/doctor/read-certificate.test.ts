import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { testCertificate } from '@lodging/kit-testing/servers';
import { expect, it } from 'vitest';
import { readCertificateEnd } from './read-certificate.ts';

async function withServer<T>(until: string, use: (port: number) => Promise<T>): Promise<T> {
  const server = createServer(
    testCertificate('api.lodging.example', { from: '2020-01-01T00:00:00Z', until }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use((server.address() as AddressInfo).port);
  } finally {
    server.close();
  }
}

it.each(['2020-02-03T04:05:06Z', '2090-02-03T04:05:06Z'])(
  'the end of a certificate is read from the server, over or ahead: %s',
  async (until) => {
    const read = await withServer(until, (port) => readCertificateEnd(`https://127.0.0.1:${port}`, 5_000));
    expect(read?.toString()).toBe(until);
  },
);

it('an address without encryption, without a server, or that is none, has none', async () => {
  expect(await readCertificateEnd('http://127.0.0.1:1', 1_000)).toBeNull();
  expect(await readCertificateEnd('https://127.0.0.1:1', 1_000)).toBeNull();
  expect(await readCertificateEnd('api.lodging.example', 1_000)).toBeNull();
});
