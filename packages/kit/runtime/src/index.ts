export { errorType } from './error-type.ts';
export { createBatcher } from './batcher.ts';
export type { BatcherOptions } from './batcher.ts';
export { createBoundedSet } from './bounded-set.ts';
export { countHosts } from './count-hosts.ts';
export { failingChecks, startHealthServer } from './health-server.ts';
export type { Checks } from './health-server.ts';
export { reportHealth } from './health-report.ts';
export type { Facts, HealthParts, HealthReport } from './health-report.ts';
export { newId, systemClock } from './identity.ts';
export { traceHttpCall } from './http-call.ts';
export type { HttpCall, HttpOutcome } from './http-call.ts';
export { counter, declaredInstruments, histogram } from './instruments.ts';
export type { Counter, DeclaredInstrument, Histogram } from './instruments.ts';
export { errorText, loggableError } from './loggable-error.ts';
export { createLogger } from './logger.ts';
export type { Logger } from './logger.ts';
export { observableCounter, observableGauge, observe, observeCached } from './observe.ts';
export type { ObservableInstrument, ObservationResult } from './observe.ts';
export { processInfo } from './process-info.ts';
export type { ProcessInfo } from './process-info.ts';
export { systemContext } from './request-context.ts';
export type { Caller, ClientLimits, Mandate, RequestContext } from './request-context.ts';
export { aboutReservation, linkToOrigin, reservationIdIn } from './reservation-of-span.ts';
export { runProcess } from './run-process.ts';
export type { App, ProcessDefinition, Runtime } from './run-process.ts';
export {
  commonSettings,
  natsSettings,
  processSettings,
  readSettings,
  setting,
  SettingsError,
} from './settings.ts';
export type { ProcessSettings } from './settings.ts';
export {
  contextFromStranger,
  currentTraceparent,
  describeSpan,
  failSpan,
  inChildSpan,
  inSpan,
  isRecorded,
  linkTo,
  recordedTraceparent,
  SpanKind,
  traceparentOf,
} from './spans.ts';
export type { Attributes, Span, SpanOptions } from './spans.ts';
export { startTelemetry } from './telemetry.ts';
export type { Telemetry } from './telemetry.ts';
export { createLimitedLog } from './limited-log.ts';
export { createFairSemaphore } from './fair-semaphore.ts';
export type { FairSemaphore } from './fair-semaphore.ts';
export { createSemaphore, SemaphoreTimeout } from './semaphore.ts';
export type { AcquireOptions, Semaphore, SemaphoreOptions } from './semaphore.ts';
export { createKeyedMutex, LockTimeout } from './keyed-mutex.ts';
export type { KeyedMutex } from './keyed-mutex.ts';
export { sealingTimer } from './sealing-timer.ts';
export { timer } from './timer.ts';
export type { Timer, TimerSettings } from './timer.ts';
export { waitForTwin } from './wait-for-twin.ts';
export type { WaitForTwinOptions } from './wait-for-twin.ts';
export { withTimeout } from './with-timeout.ts';
export { startTimerLoop } from './timer-loop.ts';
export type { TimerLoop } from './timer-loop.ts';
