import { outboxMigrations } from '@lodging/kit-messaging';
import { fileURLToPath } from 'node:url';

export const schema = 'reservations';

export const migrations = [
  outboxMigrations,
  { name: schema, directory: fileURLToPath(new URL('../migrations', import.meta.url)) },
];
