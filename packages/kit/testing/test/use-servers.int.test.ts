import { connect } from 'node:net';
import pg from 'pg';
import { expect, test } from 'vitest';
import { eventually } from '../src/eventually.ts';
import { useServers } from '../src/use-servers.ts';

test('Postgres answers under the address that tests get', async () => {
  const client = new pg.Client({ connectionString: useServers().postgresAdminUrl });
  await client.connect();
  const { rows } = await client.query("SELECT current_setting('max_connections') AS connections");
  await client.end();
  expect(rows).toEqual([{ connections: '200' }]);
});

test('NATS and Redis listen where the addresses say', async () => {
  for (const address of [useServers().natsUrl, useServers().redisUrl]) {
    const port = Number(new URL(address).port);
    const listens = await eventually(`${address} answers`, () => canConnect(port));
    expect(listens).toBe(true);
  }
});

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
