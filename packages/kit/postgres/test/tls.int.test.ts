import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, writeTestAuthorities } from '@lodging/kit-testing/servers';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const directory = mkdtempSync(join(tmpdir(), 'lodging-postgres-tls-'));
// The server runs as another user.
chmodSync(directory, 0o711);
const { right, ofAnotherName, rightCa, otherCa } = writeTestAuthorities(directory);
const stops: (() => Promise<void>)[] = [];

afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()));
  rmSync(directory, { recursive: true, force: true });
});

describe('Postgres with TLS', () => {
  let port: number;
  let password: string;
  let portOfAnotherName: number;
  let otherPassword: string;

  beforeAll(async () => {
    const settings = { fsync: 'off' };
    const servers = await Promise.all([
      startPostgres({ directory: join(directory, 'postgres'), settings, tls: right }),
      startPostgres({ directory: join(directory, 'postgres-2'), settings, tls: ofAnotherName }),
    ]);
    stops.push(...servers.map((server) => () => server.stop()));
    const [one, two] = servers.map(({ adminUrl }) => new URL(adminUrl));
    [port, password] = [Number(one?.port), one?.password ?? ''];
    [portOfAnotherName, otherPassword] = [Number(two?.port), two?.password ?? ''];
  }, 60_000);

  async function isEncrypted(at: { port: number; password: string }, caFile: string): Promise<boolean> {
    const query = `sslmode=verify-full&sslrootcert=${encodeURIComponent(caFile)}`;
    const connectionString = `postgres://postgres:${at.password}@localhost:${at.port}/postgres?${query}`;
    const client = new pg.Client({ connectionString });
    try {
      await client.connect();
      const { rows } = await client.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
      return Object(rows[0]).ssl === true;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  it('is reached where its authority is trusted and its name is right', async () => {
    expect(await isEncrypted({ port, password }, rightCa)).toBe(true);
  });

  it('is refused with another authority, or a certificate for another name', async () => {
    await expect(isEncrypted({ port, password }, otherCa)).rejects.toThrow(/self-signed|certificate/);
    await expect(isEncrypted({ port: portOfAnotherName, password: otherPassword }, otherCa)).rejects.toThrow(
      /altnames|does not match/i,
    );
  });
});
