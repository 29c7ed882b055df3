import type { Database } from '@lodging/kit-postgres';
import { getTableColumns, getTableName } from '@lodging/kit-postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refundObligations, refunds } from '../src/outbound/money/refund-schema.ts';
import { reservations, reservationTerms, signingKeys } from '../src/outbound/schema.ts';
import { guestCodes, guestCodeSends } from '../src/outbound/guests/guest-code-schema.ts';
import {
  reservationHistory,
  reservationMetadata,
  reservationSearch,
} from '../src/outbound/bookings/detail-schema.ts';
import { guestExports, guests, guestSearch } from '../src/outbound/profiles/profile-schema.ts';
import { scheduledPayments, settlements } from '../src/outbound/cancellation/settlement-schema.ts';
import { openTestDatabase } from './open-test-database.ts';
import type { TestDatabase } from './open-test-database.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});
afterAll(() => database.close());

it.each([
  reservations,
  guestCodes,
  guestCodeSends,
  signingKeys,
  refunds,
  refundObligations,
  reservationTerms,
  scheduledPayments,
  settlements,
  reservationHistory,
  reservationMetadata,
  reservationSearch,
  guests,
  guestSearch,
  guestExports,
])(
  'a drizzle table has the columns that the migrations made, with their types and nullability',
  async (table) => {
    const migrated = await db.acrossTenants((tx) =>
      tx.query<{ name: string; type: string; required: boolean }>(
        `SELECT attname AS name, format_type(atttypid, NULL) AS type, attnotnull AS required
           FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
        [`reservations.${getTableName(table)}`],
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
