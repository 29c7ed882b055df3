import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { changeSecrets } from '@lodging/deploy-shared';
import { withLogins } from './logins.ts';
import { TELEMETRY_FILE } from './telemetry-settings.ts';
import { SECRETS_FILE, writeSettings } from './write-settings.ts';

mkdirSync(dirname(SECRETS_FILE), { recursive: true });
changeSecrets(SECRETS_FILE, withLogins);
writeSettings();
// An earlier start may have configured a collector; `make-telemetry-settings.ts` does it again in the profile `observability`.
mkdirSync(dirname(TELEMETRY_FILE), { recursive: true });
writeFileSync(TELEMETRY_FILE, '');
process.stdout.write('The secrets are in place.\n');
