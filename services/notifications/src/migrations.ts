// Owns where this service's tables come from.
import { fileURLToPath } from 'node:url';
import { outboxMigrations } from '@lodging/kit-outbox';

export const notificationsMigrations = [
  outboxMigrations,
  { name: 'notifications', directory: fileURLToPath(new URL('../migrations', import.meta.url)) },
];
