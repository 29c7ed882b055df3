export { containerFiles } from './container-files.ts';
export { busSettings, demoSettings, provisionSettings } from './config.ts';
export { telemetrySettings } from './telemetry-settings.ts';
