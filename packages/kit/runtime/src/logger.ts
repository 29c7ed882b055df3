import { trace } from '@opentelemetry/api';
import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';

export type { Logger } from 'pino';

const SECRET_FIELDS = [
  'authorization',
  'key',
  'token',
  'code',
  'email',
  'clientSecret',
  'password',
  'secret',
];
const REDACTED = '[redacted]';

export interface LoggerOptions {
  readonly name: string;
  readonly level?: string;
  readonly destination?: DestinationStream;
}

export function createLogger({ name, level = 'info', destination }: LoggerOptions): Logger {
  const options = {
    level,
    base: { service: name },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: traceIds,
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`, `*.*.*.${field}`]),
      censor,
    },
  };
  // Synchronous, so that the last lines are written when the process ends or crashes.
  return pino(options, destination ?? pino.destination({ fd: 1, sync: true }));
}

function traceIds(): Record<string, string> {
  const span = trace.getActiveSpan()?.spanContext();
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };
}

/** A one-time code has six digits. Codes of problems, errors and SQL states do not, and are not secret. */
function censor(value: unknown, path: string[]): unknown {
  const isErrorCode = path.at(-1) === 'code' && !/\d{6}/.test(String(value));
  return isErrorCode ? value : REDACTED;
}
