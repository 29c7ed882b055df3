import { freshSchema, testLogger } from '@lodging/kit-testing';
import type { FreshSchema } from '@lodging/kit-testing';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../src/index.ts';
import type { Database } from '../src/index.ts';

const tenants = [
  '018f3c00-0000-7000-8000-000000000001',
  '018f3c00-0000-7000-8000-000000000002',
  '018f3c00-0000-7000-8000-000000000003',
] as const;
const [OURS] = tenants;
const sources = [{ name: 'notebook', directory: `${import.meta.dirname}/migrations` }];
const INSERT = 'insert into notes (tenant_id, id, text) values ($1, $2, $3)';
const whose = {
  name: 'whose',
  text: 'select tenant_id, pg_backend_pid() as pid from notes',
  values: [],
};
/** Fails for 0, and only once the statements before it have run. */
const divided = (by: number) => ({ name: 'divided', text: 'select 1 / $1::int as one', values: [by] });

let schema: FreshSchema;
let db: Database;

beforeAll(async () => {
  schema = await freshSchema({ schema: 'notebook', sources });
});
afterAll(() => schema.drop());
beforeEach(() => {
  db = openDatabase({ url: schema.url, schema: 'notebook', log: testLogger(), maxConnections: 3 });
});
afterEach(() => db.close());

describe('reads at the same time', () => {
  it('share a connection, and yet each sees its own tenant alone', async () => {
    for (const [index, tenantId] of tenants.entries()) {
      await db.inTenant(tenantId, (tx) => tx.query(INSERT, [tenantId, index, 'mine']));
    }
    const readers = [...tenants, ...tenants];
    const seen = await Promise.all(
      readers.map((tenantId) => db.readInTenant<{ tenant_id: string; pid: number }>(tenantId, whose)),
    );
    expect(seen.flat().map((row) => row.tenant_id)).toEqual(readers);
    expect(new Set(seen.flat().map(({ pid }) => pid)).size).toBe(1);
  });

  it('fail alone, also where the statement of one was to be prepared by another that failed', async () => {
    const outcomes = await Promise.allSettled([
      db.readManyInTenant(OURS, [divided(0), divided(1), { name: 'later', text: 'select 2', values: [] }]),
      db.readInTenant(OURS, { name: 'later', text: 'select 2', values: [] }),
      db.readInTenant(OURS, divided(0)),
      db.readInTenant(OURS, divided(1)),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await db.readInTenant(OURS, divided(1))).toEqual([{ one: 1 }]);
  });

  it('do not stand behind one that takes its time', async () => {
    const nap = (name: string) => ({ name, text: 'select pg_sleep(1.2)', values: [] });
    const order: string[] = [];
    const slow = db.readInTenant(OURS, nap('nap')).then(() => order.push('slow'));
    // By now it is known to be slow.
    await db.inTenant(OURS, (tx) => tx.query('select pg_sleep(0.1)'));
    await db.readInTenant(OURS, divided(1)).then(() => order.push('quick'));
    await slow;
    expect(order).toEqual(['quick', 'slow']);
  });
});

describe('a statement that is not prepared', () => {
  it('may have any text under its name, and is not kept by the connection', async () => {
    const once = (text: string) => ({ name: 'once', text, values: [7], isPrepared: false });
    const [first, kept, second] = await Promise.all([
      db.readInTenant(OURS, once('select $1::int as one')),
      db.readInTenant(OURS, divided(1)),
      db.readInTenant(OURS, once('select $1::text as other')),
    ]);
    expect([first, kept, second]).toEqual([[{ one: 7 }], [{ one: 1 }], [{ other: '7' }]]);
    await db.inTenant(OURS, async (tx) => {
      await tx.query(once('select $1::int + 1 as more'));
      await tx.query(divided(1));
      const rows = await tx.query<{ name: string }>('select name from pg_prepared_statements');
      expect(rows.map(({ name }) => name)).toContain('divided');
      expect(rows.map(({ name }) => name)).not.toContain('once');
    });
  });
});

describe('a prepared statement', () => {
  it('goes by the index though its table is tiny, because tomorrow it is not', async () => {
    const owner = new pg.Client({ connectionString: schema.ownerUrl });
    await owner.connect();
    await owner.query('analyze notes');
    await owner.end();
    const one = {
      name: 'one',
      text: 'select text from notes where tenant_id = $1 and id = $2',
      values: [OURS, 1],
    };
    // From the sixth run on Postgres keeps one plan for all values.
    for (let run = 0; run < 7; run += 1) await db.readInTenant(OURS, one);
    const text = `explain (costs off) execute one('${OURS}', 1)`;
    const plan = await db.readInTenant(OURS, { name: 'explained', text, values: [] });
    expect(JSON.stringify(plan)).toContain('Index');
  });
});
