import { fileURLToPath } from 'node:url';
import { outboxMigrations } from '@lodging/kit-messaging';

export const inventoryMigrations = [
  outboxMigrations,
  { name: 'inventory', directory: fileURLToPath(new URL('../migrations', import.meta.url)) },
];
