import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openSecrets } from '@lodging/deploy-shared';
import { containerFiles } from './container-files.ts';
import { SETTINGS_DIRECTORY as directory } from './telemetry-settings.ts';

export const SECRETS_FILE = join(directory, 'bootstrap/secrets.json');

/** From the stored secrets; one that is missing is generated. */
export function writeSettings(): void {
  for (const [path, text] of Object.entries(containerFiles(openSecrets(SECRETS_FILE)))) {
    const file = join(directory, path);
    mkdirSync(dirname(file), { recursive: true });
    // Postgres and NATS run as other users; access is restricted by the volume mounts.
    writeFileSync(file, text, { mode: 0o644 });
  }
}
