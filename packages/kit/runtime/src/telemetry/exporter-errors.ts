import { diag, DiagLogLevel } from '@opentelemetry/api';
import type { Logger } from './logger.ts';

/** Longer than an export interval, so that an outage of the collector is one line. */
const QUIET_MS = 300_000;
const MAX_LENGTH = 300;

/** The SDK reports each failed export. Only the first of an outage is logged; it is over after five minutes without one. */
export function logExporterErrors(log: Logger): void {
  let lastErrorAt = Number.NEGATIVE_INFINITY;
  const report = (message: string): void => {
    const isFirst = performance.now() - lastErrorAt >= QUIET_MS;
    lastErrorAt = performance.now();
    if (isFirst) log.warn({ reason: message.slice(0, MAX_LENGTH) }, 'spans or metrics could not be sent');
  };
  const ignore = (): void => undefined;
  const logger = { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}
