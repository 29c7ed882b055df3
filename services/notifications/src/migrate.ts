import { runMigrations } from '@lodging/kit-postgres';
import { notificationsMigrations } from './migrations.ts';

await runMigrations({ schema: 'notifications', sources: notificationsMigrations });
