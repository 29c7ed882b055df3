// Creations below a limit: none exceeds it, and however many one key has, other keys find a connection.
import { freshSchema, testLogger } from '@lodging/kit-testing';
import type { FreshSchema } from '@lodging/kit-testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLimitedRows, openDatabase } from '../src/index.ts';
import type { Database, LimitedRows, Tx } from '../src/index.ts';

const sources = [{ name: 'notebook', directory: `${import.meta.dirname}/migrations` }];
const CONNECTIONS = 6;

let schema: FreshSchema;
let db: Database;
let rows: LimitedRows;

beforeAll(async () => {
  schema = await freshSchema({ schema: 'notebook', sources });
  db = openDatabase({ url: schema.url, schema: 'notebook', log: testLogger(), maxConnections: CONNECTIONS });
  rows = createLimitedRows(db);
});
afterAll(async () => {
  await db.close();
  await schema.drop();
});

let tenants = 0;
function notebook(most: number) {
  tenants += 1;
  const tenantId = `018f3c00-0000-7000-8000-${String(tenants).padStart(12, '0')}`;
  const text = 'SELECT count(*)::int AS count FROM notes WHERE tenant_id = $1';
  const count = { name: 'note_count', text, values: [tenantId] };
  const limit = { tenantId, key: `notes ${tenantId}`, most, count };
  const insert = (tx: Tx, id: number) =>
    tx.query({ name: 'note', text: `INSERT INTO notes VALUES ($1, $2, '')`, values: [tenantId, id] });
  return {
    /** Whether the row was created, after `hold`. */
    create: (id: number, hold: Promise<void> = Promise.resolve()) =>
      rows.create(limit, async (tx, existing) => {
        await hold;
        if (existing >= most) return false;
        await insert(tx, id);
        return true;
      }),
    fill: (to: number) =>
      db.inTenant(tenantId, (tx) =>
        tx.query({
          name: 'notes',
          text: `INSERT INTO notes SELECT $1::uuid, -id, '' FROM generate_series(1, $2::int) AS id`,
          values: [tenantId, to],
        }),
      ),
    stored: async () => (await db.readInTenant<{ count: number }>(tenantId, count))[0]?.count,
  };
}

it.each([
  [80, 'near the limit', 20, 15],
  [80, 'as they come near it', 300, 60],
  [200, 'far below it', 1_000, 0],
])(
  '%i creations of one key at once are all answered, %s, and none exceeds it',
  async (count, _, most, before) => {
    const notes = notebook(most);
    await notes.fill(before);
    const created = await Promise.all(Array.from({ length: count }, (_each, id) => notes.create(id + 1)));
    const possible = Math.min(count, most - before);
    expect(created.filter(Boolean)).toHaveLength(possible);
    expect(await notes.stored()).toBe(before + possible);
  },
);

it.each([
  ['near the limit', 20],
  ['far below it', 1_000],
])('%s, those of one key that wait for each other leave connections to others', async (_, most) => {
  const [busy, other] = [notebook(most), notebook(most)];
  const { promise, resolve } = Promise.withResolvers<void>();
  const waiting = Array.from({ length: 50 }, (_each, id) => busy.create(id + 1, promise));
  expect(await other.create(1)).toBe(true);
  expect(await other.create(2)).toBe(true);
  resolve();
  expect((await Promise.all(waiting)).filter(Boolean)).toHaveLength(Math.min(50, most));
});
