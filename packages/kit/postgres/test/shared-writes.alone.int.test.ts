import { eventually, freshSchema, testLogger, useServers } from '@lodging/kit-testing';
import type { FreshSchema } from '@lodging/kit-testing';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../src/index.ts';
import type { Database, WriteOptions } from '../src/index.ts';

const OURS = '018f3c00-0000-7000-8000-000000000001';
const THEIRS = '018f3c00-0000-7000-8000-000000000002';
const sources = [{ name: 'notebook', directory: `${import.meta.dirname}/migrations` }];

interface Written {
  readonly tenant_id: string;
  readonly transaction: string;
}

let schema: FreshSchema;
let db: Database;

/**
 * The row's tenant is the tenant that the statement acts as, so that another tenant would show; its text is who decided
 * whether the disk is waited for: `session` where this transaction did not want to.
 */
function write(tenantId: string, id: number, options: WriteOptions = {}): Promise<Written[]> {
  const statement = {
    name: 'write_note',
    text: `insert into notes (tenant_id, id, text)
           select current_setting('app.tenant')::uuid, $1, source from pg_settings where name = 'synchronous_commit'
           returning tenant_id, pg_current_xact_id()::text as transaction`,
    values: [id],
  };
  return db.writeInTenant<Written>(tenantId, statement, { batchKey: String(id), ...options });
}

const idsOf = async (tenantId: string): Promise<number[]> => {
  const all = { name: 'ids', text: 'select id from notes order by id', values: [] };
  return (await db.readInTenant<{ id: number }>(tenantId, all)).map(({ id }) => id);
};

/** With the name of this file's database as $1. */
async function asAdmin(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: useServers().postgresAdminUrl });
  await client.connect();
  try {
    return (await client.query(text, [new URL(schema.url).pathname.slice(1)])).rows;
  } finally {
    await client.end();
  }
}

const deadlocks = async (): Promise<number> => {
  const [row] = await asAdmin('select deadlocks::int from pg_stat_database where datname = $1');
  return Number(row?.['deadlocks']);
};

beforeAll(async () => {
  schema = await freshSchema({ schema: 'notebook', sources });
});
afterAll(() => schema.drop());
beforeEach(() => {
  db = openDatabase({ url: schema.url, schema: 'notebook', log: testLogger(), maxConnections: 5 });
});
afterEach(async () => {
  await db.acrossTenants((tx) => tx.query('delete from notes'));
  await db.close();
});

describe('writes at the same time', () => {
  it('share one commit, and yet each acts as its own tenant', async () => {
    const written = (await Promise.all([write(OURS, 1), write(THEIRS, 2), write(OURS, 3)])).flat();
    expect(written.map((row) => row.tenant_id)).toEqual([OURS, THEIRS, OURS]);
    expect(new Set(written.map((row) => row.transaction)).size).toBe(1);
    expect([await idsOf(OURS), await idsOf(THEIRS)]).toEqual([[1, 3], [2]]);
  });

  it('fail alone: the others are committed all the same', async () => {
    await write(OURS, 2);
    const outcomes = await Promise.allSettled([write(OURS, 1), write(OURS, 2), write(OURS, 3)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await idsOf(OURS)).toEqual([1, 2, 3]);
  });

  it('do not take part without the option', async () => {
    const alone = { name: 'alone', text: 'select pg_current_xact_id()::text as transaction', values: [] };
    const [shared, apart] = await Promise.all([
      write(OURS, 1),
      db.writeInTenant<Written>(OURS, alone),
      write(OURS, 2),
    ]);
    expect(apart[0]?.transaction).not.toBe(shared[0]?.transaction);
  });

  it('wait for the disk as soon as one of them must', async () => {
    const noted = async () => {
      const all = { name: 'texts', text: 'select text from notes order by id', values: [] };
      return (await db.readInTenant<{ text: string }>(OURS, all)).map(({ text }) => text);
    };
    await Promise.all([write(OURS, 1, { durable: false }), write(OURS, 2)]);
    await write(OURS, 3, { durable: false });
    const [one, other, last] = await noted();
    expect(last).toBe('session');
    expect([one, other]).not.toContain('session');
  });

  it('go on in hundreds while some of them wait for a lock', async () => {
    const stuck: Promise<unknown>[] = [];
    let decided = 0;
    await db.inTenant(OURS, async (tx) => {
      await tx.query(
        `insert into notes (tenant_id, id, text) select $1, id, '' from generate_series(1, 2) id`,
        [OURS],
      );
      for (const id of [1, 2]) {
        stuck.push(write(OURS, id).finally(() => (decided += 1)));
        stuck.at(-1)?.catch(() => undefined);
        // Each is a group of its own.
        await tx.query('select 1');
      }
      await Promise.all(Array.from({ length: 200 }, (_, index) => write(THEIRS, index + 1)));
      expect(decided).toBe(0);
    });
    for (const one of stuck) await expect(one).rejects.toThrow('duplicate key');
    expect((await idsOf(THEIRS)).length).toBe(200);
  });

  it('see and touch no row of another tenant’s, in any order', async () => {
    const steal = {
      name: 'steal',
      text: `update notes set text = 'stolen' returning id`,
      values: [],
    };
    const forge = {
      name: 'forge',
      text: `insert into notes (tenant_id, id, text) values ($1, 9, 'forged')`,
      values: [THEIRS],
    };
    const [stolen, , seen] = await Promise.all([
      db.writeInTenant(OURS, steal, { batchKey: '2' }),
      write(THEIRS, 1),
      db.writeInTenant(OURS, steal, { batchKey: '3' }),
    ]);
    expect([stolen, seen]).toEqual([[], []]);
    const outcomes = await Promise.allSettled([
      write(THEIRS, 2),
      db.writeInTenant(OURS, forge, { batchKey: '3' }),
      db.writeInTenant('no-tenant', steal, { batchKey: '4' }),
      write(OURS, 5),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect([await idsOf(OURS), await idsOf(THEIRS)]).toEqual([[5], [1, 2]]);
  });

  it('are not held up by one among them that waits for a lock', async () => {
    let stuck: Promise<unknown> | undefined;
    await db.inTenant(OURS, async (tx) => {
      await tx.query(`insert into notes (tenant_id, id, text) values ($1, 1, '')`, [OURS]);
      const began = performance.now();
      stuck = write(OURS, 1);
      stuck.catch(() => undefined);
      await Promise.all([write(THEIRS, 2), write(OURS, 3)]);
      // No statement waits for a lock for less than 1.8 s, unless others wait with it.
      expect(performance.now() - began).toBeLessThan(1_200);
    });
    await expect(stuck).rejects.toThrow('duplicate key');
    expect([await idsOf(OURS), await idsOf(THEIRS)]).toEqual([[1, 3], [2]]);
  });

  it('of two processes that lock crosswise are all done, and Postgres never sees a deadlock', async () => {
    const replicas = [1, 2].map(() =>
      openDatabase({ url: schema.url, schema: 'notebook', log: testLogger() }),
    ) as [Database, Database];
    const [one, other] = replicas;
    // What they lock is not what they say, so their order does not help.
    const claim = (of: Database, order: string, id: number) =>
      of.writeInTenant(
        OURS,
        {
          name: 'claim',
          text: `with made as (insert into notes (tenant_id, id, text) values ($1, $2, '') on conflict do nothing returning id)
                 select id from made, pg_sleep(0.05)`,
          values: [OURS, id],
        },
        { batchKey: order },
      );
    const before = await deadlocks();
    const made = await Promise.all([
      claim(one, 'a', 1),
      claim(one, 'b', 2),
      claim(other, 'a', 2),
      claim(other, 'b', 1),
    ]);
    expect(made.flat()).toHaveLength(2);
    expect(await idsOf(OURS)).toEqual([1, 2]);
    // A connection reports its error when it ends.
    await Promise.all(replicas.map((replica) => replica.close()));
    expect((await deadlocks()) - before).toBe(0);
  });

  it('have their effect once when the connection breaks in their midst', async () => {
    const slow = { name: 'slow', text: 'select pg_sleep(0.4)', values: [] };
    const all = Promise.all([
      write(OURS, 1),
      write(THEIRS, 1),
      db.writeInTenant(OURS, slow, { batchKey: '2' }),
      write(OURS, 3),
    ]);
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity
                 where datname = $1 and query = 'select pg_sleep(0.4)' and state = 'active'`;
    await eventually('their connection is cut', async () => (await asAdmin(cut)).length > 0);
    await all;
    expect([await idsOf(OURS), await idsOf(THEIRS)]).toEqual([[1, 3], [1]]);
  });
});
