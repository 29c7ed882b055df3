import { runMigrations } from '@lodging/kit-postgres';
import { gatewayMigrations } from './migrations.ts';

await runMigrations({ schema: 'gateway', sources: gatewayMigrations });
