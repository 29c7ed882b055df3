import { runMigrations } from '@lodging/kit-postgres';
import { migrations, SCHEMA } from './migrations.ts';

await runMigrations({ schema: SCHEMA, sources: migrations });
