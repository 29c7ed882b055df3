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
  // Postgres and NATS run as users of their own; who sees the file is decided by who gets the volume.
  writeFileSync(file, text, { mode: 0o644 });
}
// An earlier start may have had a collector; whether this one has, is said by the next step.
writeFileSync(TELEMETRY_FILE, '');
process.stdout.write('Secrets of this copy are in place.\n');
