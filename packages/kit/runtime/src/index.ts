export { errorType } from './telemetry/error-type.ts';
export { createBatcher } from './concurrency/batcher.ts';
export { createBoundedSet } from './concurrency/bounded-set.ts';
export { countHosts } from './telemetry/count-hosts.ts';
export { DeadlinePassed, endAtDeadline, remainingMs } from './concurrency/deadline-passed.ts';
export type { Checks } from './process/health-server.ts';
export { reportHealth } from './process/health-report.ts';
export type { Facts, HealthDeps, HealthReport } from './process/health-report.ts';
export { newId, systemClock } from './context/identity.ts';
export { traceHttpCall } from './telemetry/http-call.ts';
export { counter, declaredInstruments, eachOf, histogram } from './telemetry/instruments.ts';
export type { Histogram } from './telemetry/instruments.ts';
export { errorText } from './telemetry/loggable-error.ts';
export { createLogger } from './telemetry/logger.ts';
export type { Logger } from './telemetry/logger.ts';
export { observableGauge, observe, observeCached } from './telemetry/observe.ts';
export { processInfo } from './process/process-info.ts';
export type { ProcessInfo } from './process/process-info.ts';
export type { InboxMark } from './context/inbox-mark.ts';
export { ownerOf, systemContext } from './context/request-context.ts';
export type { Caller, CallerLimits, Mandate, RequestContext } from './context/request-context.ts';
export { annotateWork, linkToOrigin } from './telemetry/work-attributes.ts';
export type { DescribeWork, WorkAttributes } from './telemetry/work-attributes.ts';
export { runProcess } from './process/run-process.ts';
export type { App, Runtime } from './process/run-process.ts';
export {
  commonSettings,
  natsSettings,
  processSettings,
  readSettings,
  setting,
  SettingsError,
} from './process/settings.ts';
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
} from './telemetry/spans.ts';
export type { Attributes, Span } from './telemetry/spans.ts';
export { startTelemetry } from './telemetry/telemetry.ts';
export type { Telemetry } from './telemetry/telemetry.ts';
export { createLimitedLog } from './telemetry/limited-log.ts';
export { createFairShare, OverShare } from './concurrency/fair-share.ts';
export type { FairShare } from './concurrency/fair-share.ts';
export { createFairSemaphore } from './concurrency/fair-semaphore.ts';
export type { FairSemaphore } from './concurrency/fair-semaphore.ts';
export { createSemaphore, SemaphoreTimeout } from './concurrency/semaphore.ts';
export type { Semaphore } from './concurrency/semaphore.ts';
export { createKeyedMutex, LockTimeout } from './concurrency/keyed-mutex.ts';
export { sealingTimer } from './process/sealing-timer.ts';
export { timer } from './concurrency/timer.ts';
export { createWorkCounter } from './concurrency/work-counter.ts';
export type { Timer } from './concurrency/timer.ts';
export { waitForTwin } from './concurrency/wait-for-twin.ts';
export { withTimeout } from './concurrency/with-timeout.ts';
export { startTimerLoop } from './concurrency/timer-loop.ts';
