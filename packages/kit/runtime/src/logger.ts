// Owns the log: JSON lines on stdout, tied to the trace, without anything a reader could misuse.
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
  return destination === undefined ? pino(options) : pino(options, destination);
}

function traceIds(): Record<string, string> {
  const span = trace.getActiveSpan()?.spanContext();
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };
}

/** A one-time code is digits; a problem code is words, and an error's code (SQLSTATE, errno) is what its reader needs. */
function censor(value: unknown, path: string[]): unknown {
  const isCode = path.at(-1) === 'code';
  if (isCode && path.at(-2) === 'err') return value;
  if (isCode && typeof value === 'string' && /^[A-Za-z_]+$/.test(value)) return value;
  return REDACTED;
}
