import { runMigrations } from '@lodging/kit-postgres';
import { migrations } from './migrations.ts';

await runMigrations({ schema: 'inventory', sources: migrations });
