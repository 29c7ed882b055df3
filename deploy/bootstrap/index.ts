// The public part of the package: what tests of deployments compare with the compose file.

export { containerFiles } from './container-files.ts';
export { demoSettings, provisionSettings } from './config.ts';
export { telemetrySettings } from './telemetry-settings.ts';
