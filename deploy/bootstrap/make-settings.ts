import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openSecrets } from '@lodging/deploy-shared';
import { containerFiles } from './container-files.ts';
import { SETTINGS_DIRECTORY as directory, TELEMETRY_FILE } from './telemetry-settings.ts';

for (const [path, text] of Object.entries(
  containerFiles(openSecrets(join(directory, 'bootstrap/secrets.json'))),
)) {
  const file = join(directory, path);
  mkdirSync(dirname(file), { recursive: true });
  // Postgres and NATS run as other users; access is restricted by the volume mounts.
  writeFileSync(file, text, { mode: 0o644 });
}
// An earlier start may have configured a collector; `make-telemetry-settings.ts` does it again in the profile `observability`.
writeFileSync(TELEMETRY_FILE, '');
process.stdout.write('The secrets are in place.\n');
