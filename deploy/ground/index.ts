// The door of the package: what the programs of the ground image read and write, for those who check deployments.

export { containerFiles } from './container-files.ts';
export { demoSettings, provisionSettings } from './config.ts';
export { telemetrySettings } from './telemetry-settings.ts';
