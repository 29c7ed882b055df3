import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SERVICES } from '@lodging/deploy-shared';
import type { ServiceName } from '@lodging/deploy-shared';
import { freshSchema } from '@lodging/kit-testing';
import type { FreshSchema } from '@lodging/kit-testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repository } from './home.ts';
import { migrateAll } from './migrate-all.ts';

/** Of the journal of version 0.1, whose migrations had other names. */
const JOURNAL_OF_0_1: Record<ServiceName, string> = {
  gateway: '0002_operator_sessions.sql',
  inventory: '0002_claims.sql',
  reservations: '0002_guest_codes.sql',
  payments: '0002_provider_events_keep_their_trace.sql',
  channels: '0002_feed_tokens.sql',
  notifications: '0001_event_log.sql',
};
const databases = new Map<ServiceName, FreshSchema>();
const ownerUrlOf = (service: ServiceName) => databases.get(service)?.ownerUrl ?? '';

async function journalOf(service: ServiceName): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: ownerUrlOf(service) });
  await client.connect();
  try {
    return (await client.query('SELECT * FROM schema_migrations')).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  for (const service of SERVICES) {
    const directory = mkdtempSync(join(tmpdir(), 'migrations-of-0-1-'));
    writeFileSync(join(directory, JOURNAL_OF_0_1[service]), 'CREATE TABLE of_0_1 (id integer);');
    const sources = [{ name: service, directory }];
    databases.set(service, await freshSchema({ schema: service, sources }));
    rmSync(directory, { recursive: true });
  }
});
afterAll(() => Promise.all([...databases.values()].map((each) => each.drop())));

describe.each(SERVICES)('a database of 0.1, by the migrations of %s', (service) => {
  test('is refused with the reason and the way to start from nothing, and is not changed', async () => {
    const before = await journalOf(service);
    const run = promisify(execFile)(
      process.execPath,
      [join(repository, 'services', service, 'src', 'migrate.ts')],
      { env: { ...process.env, MIGRATIONS_URL: ownerUrlOf(service) } },
    );
    const failure = (await run.then(
      () => undefined,
      (error: unknown) => error,
    )) as { code: number; stderr: string } | undefined;
    expect(failure?.code).toBe(78);
    expect(failure?.stderr).toContain(`The schema "${service}" was created by a version before 1.0.0`);
    expect(failure?.stderr).toContain(JOURNAL_OF_0_1[service]);
    expect(failure?.stderr).toMatch(
      /Nothing was changed\. To start with an empty database[\s\S]*npm start: [\s\S]*docker compose down --volumes/,
    );
    expect(failure?.stderr).not.toMatch(/^\s+at /m);
    expect(await journalOf(service)).toEqual(before);
  });
});

describe('npm start', () => {
  test('ends with the message of the migrations alone', async () => {
    const ownerUrl = ownerUrlOf('inventory');
    const addresses = new Map([['inventory' as const, { ownerUrl, appUrl: '', secondAppUrl: '' }]]);
    const text = await migrateAll(addresses, process.env).then(String, (error: Error) => error.message);
    expect(text).toMatch(
      /^The schema "\w+" was created by a version before 1\.0\.0[\s\S]*To start with an empty database/,
    );
    expect(text).not.toMatch(/^\s+at /m);
  });

  test('refuses a data directory of 0.1 before it starts anything, and leaves it as it is', async () => {
    const home = mkdtempSync(join(tmpdir(), 'lodging-of-0-1-'));
    writeFileSync(join(home, 'secrets.json'), '{}');
    const failure = (await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'start.ts')], {
      env: { ...process.env, LODGING_HOME: home },
    }).catch((error: unknown) => error)) as { code: number; stderr: string };
    expect(failure.code).toBe(1);
    expect(failure.stderr).toMatch(
      /written by a version before 1\.0\.0[\s\S]*remove the directory[\s\S]*LODGING_HOME/,
    );
    expect(failure.stderr).not.toMatch(/^\s+at /m);
    expect(readdirSync(home)).toEqual(['secrets.json']);
    rmSync(home, { recursive: true });
  });
});
