// Owns where this package's tables come from; each service applies them to its own schema.
import { fileURLToPath } from 'node:url';

export const outboxMigrations = {
  name: 'outbox',
  directory: fileURLToPath(new URL('../migrations', import.meta.url)),
};
