// Owns where this service's tables come from.
import { fileURLToPath } from 'node:url';
import { outboxMigrations } from '@lodging/kit-outbox';

export const inventoryMigrations = [
  outboxMigrations,
  { name: 'inventory', directory: fileURLToPath(new URL('../migrations', import.meta.url)) },
];
