import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from './home.ts';
import { findLocks } from './migration-locks.ts';

const DIRECTORIES = [
  ...readdirSync(join(repository, 'services')).map((service) => `services/${service}/migrations`),
  'packages/kit/messaging/migrations',
];

const filesOf = (directory: string): string[] => readdirSync(join(repository, directory));

describe('a migration', () => {
  it('neither locks a table while it reads or writes all of it, nor rewrites it', () => {
    const found = DIRECTORIES.flatMap((directory) =>
      filesOf(directory).flatMap((file) =>
        findLocks(readFileSync(join(repository, directory, file), 'utf8')).map(
          ({ statement, why }) => `${directory}/${file}: ${statement.slice(0, 80)} … ${why}`,
        ),
      ),
    );
    expect(found).toEqual([]);
  });

  it.each(DIRECTORIES)('of %s is looked at', (directory) => {
    expect(filesOf(directory).length).toBeGreaterThan(0);
  });

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
    'ALTER TABLE stays RENAME COLUMN nights TO days;',
    'ALTER TABLE stays RENAME TO visits;',
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
