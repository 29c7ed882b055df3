import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from './home.ts';
import { findLocks } from './migration-locks.ts';

/** The last file of each directory that was written before the rule, when no table was large. */
const WRITTEN_BEFORE: Readonly<Record<string, string>> = {
  'services/gateway/migrations': '0007_limits_of_holds_and_codes.sql',
  'services/inventory/migrations': '0018_resources_near_others.sql',
  'services/reservations/migrations': '0020_older_bookings_are_searched.sql',
  'services/payments/migrations': '0016_who_requested_a_payment.sql',
  'services/channels/migrations': '0007_syncs_in_turn.sql',
  'services/notifications/migrations': '0005_requested_deliveries.sql',
  'packages/kit/messaging/migrations': '0003_order_of_events.sql',
};

const filesOf = (directory: string): string[] => readdirSync(join(repository, directory));

describe('a migration', () => {
  it('neither locks a table while it reads or writes all of it, nor writes it anew', () => {
    const found = Object.entries(WRITTEN_BEFORE).flatMap(([directory, last]) =>
      filesOf(directory)
        .filter((file) => file > last)
        .flatMap((file) =>
          findLocks(readFileSync(join(repository, directory, file), 'utf8')).map(
            ({ statement, why }) => `${directory}/${file}: ${statement.slice(0, 80)} … ${why}`,
          ),
        ),
    );
    expect(found).toEqual([]);
  });

  it.each(Object.entries(WRITTEN_BEFORE))(
    'of %s is looked at if it is younger than one that exists',
    (directory, last) => {
      expect(filesOf(directory)).toContain(last);
    },
  );

  it.each([
    'CREATE INDEX stays_by_day ON stays (day);',
    'CREATE UNIQUE INDEX stays_once ON stays (day);',
    'ALTER TABLE stays ADD CONSTRAINT positive CHECK (nights > 0);',
    'ALTER TABLE stays ADD FOREIGN KEY (room) REFERENCES rooms (id);',
    'ALTER TABLE stays ADD CONSTRAINT one UNIQUE (day);',
    'ALTER TABLE stays ALTER COLUMN nights SET NOT NULL;',
    'ALTER TABLE stays ALTER nights TYPE bigint;',
    'ALTER TABLE stays ADD COLUMN mark uuid NOT NULL DEFAULT gen_random_uuid();',
    'ALTER TABLE stays ADD COLUMN digest bytea GENERATED ALWAYS AS (sha256(body)) STORED;',
    'UPDATE stays SET nights = 1;',
    'DELETE FROM stays WHERE nights = 0;',
    'CREATE INDEX CONCURRENTLY stays_by_day ON stays (day);',
    '-- without a transaction\nCREATE INDEX CONCURRENTLY stays_by_day ON stays (day);',
    'REINDEX TABLE stays;',
  ])('would be found out: %s', (sql) => {
    expect(findLocks(sql)).toHaveLength(1);
  });

  it.each([
    '-- without a transaction\nDROP INDEX CONCURRENTLY IF EXISTS stays_by_day;\nCREATE INDEX CONCURRENTLY stays_by_day ON stays (day);',
    'CREATE TABLE stays (day date PRIMARY KEY); CREATE INDEX stays_by_day ON stays (day); UPDATE stays SET day = now();',
    'ALTER TABLE stays ADD COLUMN mark uuid, ADD COLUMN made timestamptz NOT NULL DEFAULT now();',
    'ALTER TABLE stays ADD CONSTRAINT positive CHECK (nights > 0) NOT VALID;',
    'ALTER TABLE stays VALIDATE CONSTRAINT positive;',
    'ALTER TABLE stays ADD CONSTRAINT one UNIQUE USING INDEX stays_once;',
    'ALTER TABLE stays ENABLE ROW LEVEL SECURITY;',
    'CREATE POLICY stays_tenant ON stays FOR UPDATE USING (true);',
  ])('may: %s', (sql) => {
    expect(findLocks(sql)).toEqual([]);
  });
});
