import { writeFileSync } from 'node:fs';
import { TELEMETRY_FILE, telemetrySettings } from './telemetry-settings.ts';

writeFileSync(TELEMETRY_FILE, telemetrySettings());
process.stdout.write('The services export to the collector.\n');
