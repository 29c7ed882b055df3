// Owns which migrations make the schema of reservations: its own, and those of the outbox it uses.
import { outboxMigrations } from '@lodging/kit-outbox';
import { fileURLToPath } from 'node:url';

export const schema = 'reservations';

export const migrations = [
  outboxMigrations,
  { name: schema, directory: fileURLToPath(new URL('../migrations', import.meta.url)) },
];
