import { fileURLToPath } from 'node:url';
import { outboxMigrations } from '@lodging/kit-messaging';

export const migrations = [
  outboxMigrations,
  { name: 'inventory', directory: fileURLToPath(new URL('../migrations', import.meta.url)) },
];
