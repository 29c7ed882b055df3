// The runtime kit's one door: how a process starts, speaks about itself and stops.
export { failingChecks, startHealthServer } from './health-server.ts';
export type { Checks } from './health-server.ts';
export { newId, systemClock } from './identity.ts';
export { createLogger } from './logger.ts';
export type { Logger } from './logger.ts';
export { runService } from './run-service.ts';
export type { App, Runtime, Service } from './run-service.ts';
export { commonSettings, processSettings, readSettings, setting, SettingsError } from './settings.ts';
export type { ProcessSettings } from './settings.ts';
export { contextFrom, currentTraceparent, inInnerSpan, inSpan, SpanKind, traceparentOf } from './spans.ts';
export type { Attributes, Span, SpanOptions } from './spans.ts';
export { startTelemetry } from './telemetry.ts';
export type { Telemetry } from './telemetry.ts';
export { every } from './timer-loop.ts';
export type { TimerLoop } from './timer-loop.ts';
