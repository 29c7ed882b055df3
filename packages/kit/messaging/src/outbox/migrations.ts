import { fileURLToPath } from 'node:url';

export const outboxMigrations = {
  name: 'outbox',
  directory: fileURLToPath(new URL('../../migrations', import.meta.url)),
};
