// Owns the migration step of the inventory service: run before a roll-out, as the owner of the schema.
import { runMigrations } from '@lodging/kit-postgres';
import { inventoryMigrations } from './migrations.ts';

await runMigrations({ schema: 'inventory', sources: inventoryMigrations });
