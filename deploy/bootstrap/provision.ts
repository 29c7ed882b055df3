import { provisionAll } from '@lodging/deploy-shared';
import { passwordVariable, provisionSettings } from './config.ts';
import { readOrExit } from './read-or-exit.ts';

const settings = readOrExit(provisionSettings);
const given: Record<string, string> = settings;

const made = await provisionAll(
  settings.POSTGRES_ADMIN_URL,
  (service, role) => given[passwordVariable(service, role)] ?? '',
);
process.stdout.write(`Schemas and roles are in place: ${[...made.keys()].join(', ')}.\n`);
