import { trace, TraceFlags } from '@opentelemetry/api';
import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';

import { workAttributesOf } from './work-attributes.ts';
import { loggableError } from './loggable-error.ts';

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
    formatters: { level: (label: string) => ({ level: label }), log: loggableFields },
    serializers: { err: (error: unknown) => loggableError(error) },
    mixin: traceIds,
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`, `*.*.*.${field}`]),
      censor,
    },
  };
  // Synchronous, so that the last lines are written when the process ends or crashes.
  return pino(options, destination ?? pino.destination({ fd: 1, sync: true }));
}

/** From this level on a line refers to its trace, which the collector then keeps. */
const WARN = 40;

function traceIds(_fields: object, level: number): Record<string, string> {
  const span = trace.getActiveSpan();
  if (span === undefined) return {};
  const { traceId, spanId, traceFlags } = span.spanContext();
  if (level >= WARN && span.isRecording()) span.setAttribute('lodging.logged', true);
  return {
    trace_id: traceId,
    span_id: spanId,
    trace_flags: traceFlags === TraceFlags.SAMPLED ? '01' : '00',
    ...workAttributesOf(span),
  };
}

/** A one-time code has six digits. Codes of problems, errors and SQL states do not, and are not secret. */
function censor(value: unknown, path: string[]): unknown {
  const isErrorCode = path.at(-1) === 'code' && !/\d{6}/.test(String(value));
  return isErrorCode ? value : REDACTED;
}

/** Errors under another name than `err` are serialized alike. */
function loggableFields(fields: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(fields);
  if (!entries.some(([name, value]) => name !== 'err' && holdsError(value))) return fields;
  return Object.fromEntries(entries.map(([name, value]) => [name, name === 'err' ? value : loggable(value)]));
}

function holdsError(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return value instanceof Error || Object.values(value).some((inner) => inner instanceof Error);
}

function loggable(value: unknown): unknown {
  if (value instanceof Error) return loggableError(value);
  if (!holdsError(value) || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(Object(value)).map(([name, inner]) => [name, loggable(inner)]));
}
