// Moves the schema of reservations forward, as its owner, and ends.
import { migrate } from '@lodging/kit-postgres';
import { createLogger, readSettings } from '@lodging/kit-runtime';
import { migrationSettings } from './settings.ts';
import { migrations, schema } from './migrations.ts';

const { MIGRATIONS_URL } = readSettings(migrationSettings, process.env);
const log = createLogger({ name: `${schema}-migrate` });
await migrate({ url: MIGRATIONS_URL, schema, sources: migrations, log });
