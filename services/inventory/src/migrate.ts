import { runMigrations } from '@lodging/kit-postgres';
import { inventoryMigrations } from './migrations.ts';

await runMigrations({ schema: 'inventory', sources: inventoryMigrations });
