// Owns where this service's tables come from.
import { outboxMigrations } from '@lodging/kit-outbox';
import { fileURLToPath } from 'node:url';

export const SCHEMA = 'payments';

export const migrations = [
  { name: SCHEMA, directory: fileURLToPath(new URL('../migrations', import.meta.url)) },
  outboxMigrations,
];
