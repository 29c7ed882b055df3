import { outboxMigrations } from '@lodging/kit-messaging';
import { fileURLToPath } from 'node:url';

export const migrations = [
  outboxMigrations,
  { name: 'reservations', directory: fileURLToPath(new URL('../migrations', import.meta.url)) },
];
