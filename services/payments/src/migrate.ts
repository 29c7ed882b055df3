// Owns bringing the schema of payments up to date, as its owner, and nothing else.
import { migrate } from '@lodging/kit-postgres';
import { createLogger, readSettings } from '@lodging/kit-runtime';
import { migrationSettings } from './config.ts';
import { migrations, SCHEMA } from './migrations.ts';

const { MIGRATIONS_URL } = readSettings(migrationSettings, process.env);
await migrate({
  url: MIGRATIONS_URL,
  schema: SCHEMA,
  sources: migrations,
  log: createLogger({ name: `${SCHEMA}-migrate` }),
});
