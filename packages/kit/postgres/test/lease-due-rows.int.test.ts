import { freshSchema, testLogger } from '@lodging/kit-testing';
import type { FreshSchema } from '@lodging/kit-testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaseDueRows, openDatabase } from '../src/index.ts';
import type { Database } from '../src/index.ts';

const TENANT = '018f3c00-0000-7000-8000-000000000001';
const sources = [{ name: 'notebook', directory: `${import.meta.dirname}/migrations` }];

/** A note is due while its text is empty; its lease is the name of the worker. */
const LEASE = leaseDueRows({
  table: 'notes',
  key: ['tenant_id', 'id'],
  due: `waiting.text = ''`,
  select: 'waiting.created_at',
  orderBy: 'waiting.id',
  limit: '$2',
  set: 'text = $1',
  returning: 'leased.id, leased.text, due.created_at = leased.created_at AS joined',
});

let schema: FreshSchema;
let db: Database;

beforeAll(async () => {
  schema = await freshSchema({ schema: 'notebook', sources });
  db = openDatabase({ url: schema.url, schema: 'notebook', log: testLogger() });
  await db.writeInTenant(TENANT, {
    name: 'notes',
    text: `insert into notes (tenant_id, id, text) select $1::uuid, id, '' from generate_series(1, 10) as id`,
    values: [TENANT],
  });
});
afterAll(async () => {
  await db.close();
  await schema.drop();
});

it('leases the longest due rows, and each row to one process however many work at once', async () => {
  const lease = (worker: string) =>
    db.acrossTenants((tx) =>
      tx.query<{ id: number; text: string; joined: boolean }>({
        name: 'lease',
        text: LEASE,
        values: [worker, 4],
      }),
    );
  const first = await lease('one');
  expect(first.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
  const rest = (await Promise.all(['two', 'three', 'four'].map(lease))).flat();
  expect(rest.every(({ joined }) => joined)).toBe(true);
  const ids = rest.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const last = (await lease('five')).map(({ id }) => id);
  expect([...ids, ...last].toSorted((a, b) => a - b)).toEqual([5, 6, 7, 8, 9, 10]);
});
