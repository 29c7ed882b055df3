import { runMigrations } from '@lodging/kit-postgres';
import { channelsMigrations } from './migrations.ts';

await runMigrations({ schema: 'channels', sources: channelsMigrations });
