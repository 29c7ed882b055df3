// Owns the step that turns telemetry on: it runs with the profile `observability` alone, after make-settings.ts has
// turned it off.

import { writeFileSync } from 'node:fs';
import { TELEMETRY_FILE, telemetrySettings } from './telemetry-settings.ts';

writeFileSync(TELEMETRY_FILE, telemetrySettings());
process.stdout.write('The services send to the collector.\n');
