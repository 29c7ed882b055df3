export { containerFiles } from './container-files.ts';
export { demoSettings, provisionSettings } from './config.ts';
export { telemetrySettings } from './telemetry-settings.ts';
