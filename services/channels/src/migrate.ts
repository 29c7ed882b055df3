// Owns the migration step of the channels service: run before a roll-out, as the owner of the schema.
import { runMigrations } from '@lodging/kit-postgres';
import { channelsMigrations } from './migrations.ts';

await runMigrations({ schema: 'channels', sources: channelsMigrations });
