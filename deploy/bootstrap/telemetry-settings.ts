import { join } from 'node:path';

export const SETTINGS_DIRECTORY = process.env['SETTINGS_DIRECTORY'] ?? '/settings';
export const TELEMETRY_FILE = join(SETTINGS_DIRECTORY, 'telemetry', 'settings.env');

export function telemetrySettings(): string {
  return 'OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318\nTRACE_SAMPLE_RATIO=1\n';
}
