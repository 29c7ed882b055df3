import { scrub } from './scrub.ts';

/**
 * Fields of errors that say what failed and hold no data: codes, names of tables and constraints, addresses of servers.
 * All others are dropped, among them `params` of a query, `detail` and `where` of Postgres, the answers of a mail server.
 */
const KEPT_FIELDS = [
  'code',
  'reason',
  'subject',
  'severity',
  'schema',
  'table',
  'constraint',
  'routine',
  'syscall',
  'errno',
  'hostname',
  'port',
  'command',
  'responseCode',
  'statusCode',
  'originalCode',
] as const;
const MAX_DEPTH = 5;
/** The messages of this class of SQL states quote the value that was wrong. */
const DATA_EXCEPTION = /^22/;

export interface LoggableError {
  readonly type: string;
  readonly message: string;
  readonly stack?: string;
  readonly [field: string]: unknown;
}

/** An error as it may stand in a log: scrubbed message and stack, fields of an allow-list, its causes alike. */
export function loggableError(error: unknown, depth = 0): LoggableError {
  if (!(error instanceof Error)) return { type: typeof error, message: scrub(String(error)) };
  const message = messageOf(error);
  const cause =
    depth < MAX_DEPTH && error.cause !== undefined ? { cause: loggableError(error.cause, depth + 1) } : {};
  const errors =
    depth < MAX_DEPTH && error instanceof AggregateError
      ? { errors: error.errors.map((inner) => loggableError(inner, depth + 1)) }
      : {};
  return {
    type: error.name,
    message,
    ...keptFields(error),
    stack: stackOf(error, message),
    ...errors,
    ...cause,
  };
}

/** `name: message` for an error that is stored or shown, as scrubbed as in a log. */
export function errorText(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${messageOf(error)}` : scrub(String(error));
}

function messageOf(error: Error): string {
  const { code, response, issues } = error as Error & {
    code?: unknown;
    response?: unknown;
    issues?: unknown;
  };
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && DATA_EXCEPTION.test(code))
    return `data exception ${code}`;
  if (Array.isArray(issues)) return issuesText(issues);
  // A mail server repeats the address, and whatever it wants, in its answer.
  const text = typeof response === 'string' ? error.message.replaceAll(response, '[answer]') : error.message;
  return scrub(text);
}

/** Of a value that does not fit its schema: where and why, without the value. */
function issuesText(issues: readonly unknown[]): string {
  const texts = issues.map((issue) => {
    const { path, code } = Object(issue) as { path?: readonly unknown[]; code?: unknown };
    return `${(path ?? []).join('.') || 'value'}: ${String(code)}`;
  });
  return `does not fit: ${texts.join(', ')}`;
}

function keptFields(error: Error): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const name of KEPT_FIELDS) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === 'number') fields[name] = value;
    if (typeof value === 'string') fields[name] = scrub(value);
  }
  return fields;
}

/** The frames alone; the first lines of a stack repeat the message. */
function stackOf(error: Error, message: string): string {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [`${error.name}: ${message}`, ...frames].join('\n');
}
