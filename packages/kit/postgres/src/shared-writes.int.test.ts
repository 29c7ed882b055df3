// Guards writes that share a commit: each its own tenant, its own outcome, and no way to spoil another.
import { freshSchema, testLogger } from '@lodging/kit-testing';
import type { FreshSchema } from '@lodging/kit-testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from './index.ts';
import type { Database, WriteOptions } from './index.ts';

const OURS = '018f3c00-0000-7000-8000-000000000001';
const THEIRS = '018f3c00-0000-7000-8000-000000000002';
const sources = [{ name: 'notebook', directory: `${import.meta.dirname}/test-migrations` }];

interface Written {
  readonly tenant_id: string;
  readonly transaction: string;
}

let schema: FreshSchema;
let db: Database;

/**
 * The row's tenant is whoever the statement acts as, so that acting as somebody else would show; its text is who decided
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
  return db.writeInTenant<Written>(tenantId, statement, { sharingBy: String(id), ...options });
}

const idsOf = async (tenantId: string): Promise<number[]> => {
  const all = { name: 'ids', text: 'select id from notes order by id', values: [] };
  return (await db.readInTenant<{ id: number }>(tenantId, all)).map(({ id }) => id);
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

  it('do not take part without being told so', async () => {
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
});
