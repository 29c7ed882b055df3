// Owns the migration step of the gateway: run before a roll-out, as the owner of the schema.
import { runMigrations } from '@lodging/kit-postgres';
import { gatewayMigrations } from './migrations.ts';

await runMigrations({ schema: 'gateway', sources: gatewayMigrations });
