import { fileURLToPath } from 'node:url';
import { outboxMigrations } from '@lodging/kit-messaging';

export const notificationsMigrations = [
  outboxMigrations,
  { name: 'notifications', directory: fileURLToPath(new URL('../migrations', import.meta.url)) },
];
