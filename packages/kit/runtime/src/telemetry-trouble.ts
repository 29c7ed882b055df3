import { diag, DiagLogLevel } from '@opentelemetry/api';
import type { Logger } from './logger.ts';

const SAY_AGAIN_MS = 60_000;
const LONGEST = 300;

export function logExporterErrors(log: Logger): void {
  let saidAt = Number.NEGATIVE_INFINITY;
  const say = (message: string): void => {
    if (performance.now() - saidAt < SAY_AGAIN_MS) return;
    saidAt = performance.now();
    log.warn({ reason: message.slice(0, LONGEST) }, 'spans or metrics could not be sent');
  };
  const nothing = (): void => undefined;
  const logger = { error: say, warn: say, info: nothing, debug: nothing, verbose: nothing };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}
