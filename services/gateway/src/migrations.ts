import { fileURLToPath } from 'node:url';

export const gatewayMigrations = [
  { name: 'gateway', directory: fileURLToPath(new URL('../migrations', import.meta.url)) },
];
