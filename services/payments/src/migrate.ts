// Owns the migration step of payments: run before a roll-out, as the owner of the schema.
import { runMigrations } from '@lodging/kit-postgres';
import { migrations, SCHEMA } from './migrations.ts';

await runMigrations({ schema: SCHEMA, sources: migrations });
