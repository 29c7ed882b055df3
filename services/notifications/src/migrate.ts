// Owns the migration step of the notifications service: run before a roll-out, as the owner of the schema.
import { runMigrations } from '@lodging/kit-postgres';
import { notificationsMigrations } from './migrations.ts';

await runMigrations({ schema: 'notifications', sources: notificationsMigrations });
