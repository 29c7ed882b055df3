import { outboxMigrations } from '@lodging/kit-messaging';
import { fileURLToPath } from 'node:url';

export const SCHEMA = 'payments';

export const migrations = [
  { name: SCHEMA, directory: fileURLToPath(new URL('../migrations', import.meta.url)) },
  outboxMigrations,
];
