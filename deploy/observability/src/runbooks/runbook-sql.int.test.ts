import { join } from 'node:path';
import { outboxMigrations } from '@lodging/kit-messaging';
import { migrate, provisionSchema } from '@lodging/kit-postgres';
import { useServers } from '@lodging/kit-testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOME } from '../generated-files.ts';
import { runbooks } from './read-runbooks.ts';

const SCHEMAS = ['gateway', 'inventory', 'reservations', 'payments', 'channels', 'notifications'];
/** The roles belong to the server of the run, so their passwords are those that every test gives them. */
const PASSWORDS = { ownerPassword: 'owner', appPassword: 'app' };
const ANY_ID = '00000000-0000-7000-8000-000000000000';

const database = `test_runbooks_${process.pid}`;
const { postgresAdminUrl: adminUrl } = useServers();
const blocks = runbooks().flatMap(({ page, blocks: ofPage }) =>
  ofPage.filter(({ language }) => language === 'sql').map(({ heading, text }) => ({ page, heading, text })),
);
let client: pg.Client;

beforeAll(async () => {
  for (const schema of SCHEMAS) {
    const { ownerUrl } = await provisionSchema({ adminUrl, database, schema, ...PASSWORDS });
    const own = { name: schema, directory: join(HOME, '..', '..', 'services', schema, 'migrations') };
    await migrate({ url: ownerUrl, schema, sources: [own, outboxMigrations] });
  }
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  client = new pg.Client({ connectionString: url.href });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  await admin.end();
});

describe('SQL of the runbooks', () => {
  it('is there', () => {
    expect(blocks.length).toBeGreaterThan(15);
  });

  it.each(blocks)(
    'is accepted by the current schema, from the role it names: $page, $heading',
    async ({ text }) => {
      const aboutOurRows = SCHEMAS.some((schema) => text.includes(`${schema}.`));
      if (aboutOurRows) expect(text).toMatch(/^SET ROLE \w+_(job|app);/);
      await client.query('BEGIN');
      await client.query(text.replaceAll(/:'\w+'/g, `'${ANY_ID}'`));
      await client.query('ROLLBACK');
    },
  );
});
