import { eventually, useServers } from '@lodging/kit-testing';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testLogger } from '@lodging/kit-testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate, openDatabase, provisionSchema, requireMigrated } from '../src/index.ts';
import type { ProvisionedSchema } from '../src/schema/provision-schema.ts';

const database = `provisioned_${process.pid}`;
const passwords = {
  ownerPassword: "o'wner/pass:word",
  appPassword: 'app@pass',
  secondAppPassword: "b's/pass",
};

let adminUrl: string;
let attic: ProvisionedSchema;
let barn: ProvisionedSchema;

function migrations(files: Record<string, string>) {
  const directory = mkdtempSync(join(tmpdir(), 'migrations-'));
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(directory, name), sql);
  return { name: 'service', directory };
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

const boxes = migrations({
  '0001_boxes_exist.sql': 'create table boxes (id int primary key); insert into boxes values (1);',
  '0002_boxes_have_lids.sql': 'alter table boxes add column lid text; -- {{schema}}',
});

beforeAll(async () => {
  adminUrl = useServers().postgresAdminUrl;
  const provision = (schema: string) => provisionSchema({ adminUrl, database, schema, ...passwords });
  const made = await Promise.all([
    provision('attic'),
    provision('barn'),
    provision('attic'),
    provision('barn'),
  ]);
  [attic, barn] = [made[0], made[1]];
});

afterAll(() => query(adminUrl, `drop database if exists ${database} with (force)`));

describe('migrate', () => {
  it('applies each file once when many processes start together, and again changes nothing', async () => {
    const run = () => migrate({ url: attic.ownerUrl, schema: 'attic', sources: [boxes] });
    await Promise.all([run(), run(), run(), run()]);
    await run();
    expect(await query(attic.ownerUrl, 'select count(*)::int as n from boxes')).toEqual([{ n: 1 }]);
    expect(await query(attic.appUrl, 'select name from schema_migrations order by name')).toEqual([
      { name: '0001_boxes_exist.sql' },
      { name: '0002_boxes_have_lids.sql' },
    ]);
  });

  it('never makes readers wait for longer than they can, while it waits for a table itself', async () => {
    const lids = migrations({ '0009_boxes_have_colours.sql': 'alter table boxes add column colour text' });
    const busy = new pg.Client({ connectionString: attic.appUrl });
    await busy.connect();
    await busy.query('begin; select count(*) from boxes');
    let migrated = false;
    const run = migrate({ url: attic.ownerUrl, schema: 'attic', sources: [lids] }).then(
      () => (migrated = true),
    );
    try {
      await eventually('the migration waits for the table', async () => {
        const waiting = `select 1 from pg_stat_activity
          where wait_event_type = 'Lock' and query like '%colour%' and usename = 'attic_owner'`;
        return (await query(adminUrl, waiting)).length > 0;
      });
      for (let reads = 0; reads < 3; reads += 1) {
        await query(attic.appUrl, `set statement_timeout = '2s'; select count(*) from boxes`);
      }
      expect(migrated).toBe(false);
    } finally {
      await busy.end();
      await run;
    }
  });

  it('builds an index without a transaction while others write, though several processes migrate', async () => {
    const indexed = migrations({
      '0020_crates_exist.sql': 'create table crates (id int primary key, lid text)',
      '0021_crates_by_lid.sql': `-- without a transaction
        drop index concurrently if exists crates_by_lid;
        create index concurrently crates_by_lid on crates (lid);`,
    });
    const first = migrations({
      '0020_crates_exist.sql': 'create table crates (id int primary key, lid text)',
    });
    await migrate({ url: attic.ownerUrl, schema: 'attic', sources: [first] });
    const busy = new pg.Client({ connectionString: attic.appUrl });
    await busy.connect();
    await busy.query('begin; insert into crates values (1)');
    const run = () => migrate({ url: attic.ownerUrl, schema: 'attic', sources: [indexed] });
    const both = Promise.all([run(), run()]);
    try {
      await eventually('the index waits for the older transaction', async () => {
        const waiting = `select 1 from pg_stat_activity
          where wait_event_type = 'Lock' and query like 'create index concurrently crates%'`;
        return (await query(adminUrl, waiting)).length > 0;
      });
      await query(attic.appUrl, `set statement_timeout = '2s'; insert into crates values (2)`);
    } finally {
      await busy.query('commit');
      await busy.end();
      await both;
    }
    const valid = `select indisvalid from pg_index where indexrelid = 'crates_by_lid'::regclass`;
    expect(await query(attic.ownerUrl, valid)).toEqual([{ indisvalid: true }]);
  });

  it('leaves nothing of a file that fails, and names it', async () => {
    const broken = migrations({ '0001_half.sql': 'create table half (id int); select nonsense;' });
    const run = migrate({ url: barn.ownerUrl, schema: 'barn', sources: [broken] });
    await expect(run).rejects.toThrow('service/0001_half.sql failed');
    expect(await query(barn.ownerUrl, `select to_regclass('half') as found`)).toEqual([{ found: null }]);
  });

  it('refuses a file that was changed after it had been applied', async () => {
    const changed = migrations({ '0001_boxes_exist.sql': 'create table boxes (id bigint primary key);' });
    const run = migrate({ url: attic.ownerUrl, schema: 'attic', sources: [changed] });
    await expect(run).rejects.toThrow('was changed after it had been applied');
  });

  it('refuses a schema of a version before 1.0.0, with the reason and the way to start with an empty database, and changes nothing', async () => {
    const renamed = migrations({
      '0001_boxes_exist.sql': 'create table boxes (id int primary key); -- and their lids',
      '0002_boxes_have_handles.sql': 'alter table boxes add column handle text;',
    });
    const before = await query(attic.ownerUrl, 'select * from schema_migrations order by name');
    const run = migrate({ url: attic.ownerUrl, schema: 'attic', sources: [renamed] });
    await expect(run).rejects.toThrow(
      /"attic" was created by a version before 1\.0\.0: .* service\/0002_boxes_have_lids\.sql[\s\S]*cannot be upgraded[\s\S]*docker compose down --volumes/,
    );
    expect(await query(attic.ownerUrl, 'select * from schema_migrations order by name')).toEqual(before);
    expect(await query(attic.ownerUrl, 'select count(*)::int as n from boxes')).toEqual([{ n: 1 }]);
  });

  it('accepts a schema of a later release, whose migrations come after its own', async () => {
    const first = migrations({
      '0001_boxes_exist.sql': 'create table boxes (id int primary key); insert into boxes values (1);',
    });
    await migrate({ url: attic.ownerUrl, schema: 'attic', sources: [first] });
  });

  it('refuses a file whose name says nothing', async () => {
    const nameless = migrations({ '1.sql': 'select 1' });
    await expect(migrate({ url: attic.ownerUrl, schema: 'attic', sources: [nameless] })).rejects.toThrow(
      'is not named like',
    );
  });
});

describe('readiness', () => {
  it('is refused until every migration on disk is in the database', async () => {
    const later = migrations({ '0003_boxes_have_labels.sql': 'alter table boxes add column label text' });
    const db = openDatabase({ url: attic.appUrl, schema: 'attic', log: testLogger() });
    await requireMigrated(db, [boxes]);
    const other = openDatabase({ url: attic.appUrl, schema: 'attic', log: testLogger() });
    await expect(requireMigrated(other, [boxes, later])).rejects.toThrow('0003_boxes_have_labels.sql');
    await Promise.all([db.close(), other.close()]);
  });
});

describe('rights', () => {
  it('let the app read and write rows, and no more', async () => {
    await query(attic.appUrl, 'insert into boxes values (2)');
    await query(attic.appUrl, 'begin; set local role attic_job; insert into boxes values (3); commit');
    for (const forbidden of [
      'drop table boxes',
      'create table more (id int)',
      'truncate boxes',
      'create table public.more (id int)',
      `delete from schema_migrations`,
      'create schema another',
    ]) {
      await expect(query(attic.appUrl, forbidden), forbidden).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('are the same for the second login of the app: rows, the job role after SET ROLE alone, and no more', async () => {
    await query(
      attic.ownerUrl,
      `create table shelves (tenant uuid, id int);
       alter table shelves enable row level security; alter table shelves force row level security;
       create policy shelves_tenant on shelves using (tenant = nullif(current_setting('app.tenant', true), '')::uuid);
       create policy shelves_job on shelves to attic_job using (true);`,
    );
    const asTenant = (tenant: string) =>
      `begin; set local app.tenant = '0000000${tenant}-0000-0000-0000-000000000000';`;
    for (const [tenant, url] of [
      ['1', attic.appUrl],
      ['2', attic.secondAppUrl],
    ] as const) {
      const row = `insert into shelves values (current_setting('app.tenant')::uuid, ${tenant})`;
      await query(url, `${asTenant(tenant)} ${row}; commit`);
      expect(await query(url, 'select id from shelves')).toEqual([]);
    }
    for (const url of [attic.appUrl, attic.secondAppUrl]) {
      const db = openDatabase({ url, schema: 'attic', log: testLogger() });
      const tenantId = '00000001-0000-0000-0000-000000000000';
      expect(await db.inTenant(tenantId, (tx) => tx.query('select id from shelves'))).toEqual([{ id: 1 }]);
      expect(await db.acrossTenants((tx) => tx.query('select id from shelves order by id'))).toHaveLength(2);
      await db.close();
      for (const forbidden of [
        'drop table shelves',
        'create table more (id int)',
        'delete from schema_migrations',
      ])
        await expect(query(url, forbidden), forbidden).rejects.toMatchObject({ code: '42501' });
    }
    await expect(query(barn.secondAppUrl, 'select * from attic.boxes')).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('keep every role out of the schema of another service', async () => {
    for (const url of [barn.appUrl, barn.ownerUrl]) {
      await expect(query(url, 'select * from attic.boxes')).rejects.toMatchObject({ code: '42501' });
      await expect(query(url, 'set role attic_job')).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('keep every role out of the databases that a server always has', async () => {
    for (const url of [attic.appUrl, attic.ownerUrl, barn.appUrl]) {
      for (const other of ['postgres', 'template1']) {
        const elsewhere = new URL(url);
        elsewhere.pathname = `/${other}`;
        await expect(query(elsewhere.href, 'select 1'), other).rejects.toMatchObject({ code: '42501' });
      }
    }
  });

  it('survive another provisioning of the same schema', async () => {
    await provisionSchema({ adminUrl, database, schema: 'attic', ...passwords });
    expect(await query(attic.appUrl, 'select count(*)::int as n from boxes')).toEqual([{ n: 3 }]);
    await expect(query(attic.appUrl, 'delete from schema_migrations')).rejects.toMatchObject({
      code: '42501',
    });
  });
});
