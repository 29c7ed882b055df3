import { fileURLToPath } from 'node:url';

export const migrations = [
  { name: 'gateway', directory: fileURLToPath(new URL('../migrations', import.meta.url)) },
];
