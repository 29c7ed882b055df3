import { getTableColumns, getTableName, openDatabase } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { freshSchema, testLogger } from '@lodging/kit-testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  guestMails,
  mailLimits,
  mailSends,
  mailSettings,
  mailTemplates,
} from '../src/outbound/mail-schema.ts';
import { migrations } from '../src/migrations.ts';
import {
  deliveries,
  eventPositions,
  events,
  eventSequences,
  webhookEndpoints,
  webhookHosts,
} from '../src/outbound/schema.ts';

let schema: Awaited<ReturnType<typeof freshSchema>>;
let db: Database;
beforeAll(async () => {
  schema = await freshSchema({ schema: 'notifications', sources: migrations });
  db = openDatabase({ url: schema.url, schema: 'notifications', log: testLogger() });
});
afterAll(async () => {
  await db.close();
  await schema.drop();
});

const tables = [
  events,
  eventSequences,
  eventPositions,
  webhookEndpoints,
  webhookHosts,
  deliveries,
  mailSettings,
  mailTemplates,
  guestMails,
  mailSends,
  mailLimits,
];

it.each(tables)(
  'a drizzle table has the columns that the migrations made, with their types and nullability',
  async (table) => {
    const migrated = await db.acrossTenants((tx) =>
      tx.query<{ name: string; type: string; required: boolean }>(
        `SELECT attname AS name, format_type(atttypid, NULL) AS type, attnotnull AS required
           FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
        [`notifications.${getTableName(table)}`],
      ),
    );
    const declared = Object.values(getTableColumns(table)).map((column) => ({
      name: column.name,
      type: column.getSQLType().replace('timestamptz', 'timestamp with time zone'),
      required: column.notNull,
    }));
    const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);
    expect(declared.toSorted(byName)).toEqual(migrated.toSorted(byName));
  },
);
