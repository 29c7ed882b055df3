import { ProblemError } from './problems.ts';
import { invalidFields, pointerTo } from './validation-problem.ts';

const MAX_DEPTH = 20;
/** Three times what the largest request needs. A value costs as much when it is two bytes long as when it is twenty. */
const MAX_VALUES = 150_000;
const [COMMA, LIST, RECORD] = Buffer.from(',[{');

/**
 * Undefined for an empty body. Throws a ProblemError for what is not JSON, too deep or not storable. `__proto__` is a key of
 * its own, as JSON has it: a shape either does not read it or refuses it.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (hasTooManyValues(bytes)) throw invalidBody([], `The body has more than ${MAX_VALUES} values.`);
  const value = parse(decode(bytes));
  const fault = findFault(value, 0);
  if (fault !== undefined) throw invalidBody(fault.path.toReversed(), fault.message);
  return value;
}

/** Counted before the body is parsed. Separators inside texts count too: no text of a request is that long. */
function hasTooManyValues(bytes: Buffer): boolean {
  if (bytes.length <= MAX_VALUES) return false;
  let values = 0;
  // An iterator would take ten times as long.
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === COMMA || byte === LIST || byte === RECORD) values += 1;
  }
  return values > MAX_VALUES;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidBody([], 'The body is not UTF-8.');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw invalidBody([], 'The body is not JSON.');
  }
}

interface Fault {
  /** From the innermost key outwards: each level adds its own while the fault is handed up. */
  readonly path: string[];
  readonly message: string;
}

/** Looks at each value once. A path is built for a fault only, since a body may hold a hundred thousand values. */
function findFault(value: unknown, depth: number): Fault | undefined {
  if (typeof value === 'string') {
    return isStorable(value) ? undefined : { path: [], message: 'Holds a character that is not allowed.' };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= MAX_DEPTH) throw invalidBody([], `The body is nested deeper than ${MAX_DEPTH} levels.`);
  return Array.isArray(value) ? findInList(value, depth) : findInRecord(value, depth);
}

function findInList(list: readonly unknown[], depth: number): Fault | undefined {
  for (let index = 0; index < list.length; index += 1) {
    const fault = findFault(list[index], depth + 1);
    if (fault !== undefined) return within(fault, String(index));
  }
  return undefined;
}

function findInRecord(record: object, depth: number): Fault | undefined {
  for (const key in record) {
    const fault = findFault(Reflect.get(record, key), depth + 1);
    if (fault !== undefined) return within(fault, key);
  }
  return undefined;
}

function within(fault: Fault, key: string): Fault {
  fault.path.push(key);
  return fault;
}

/** Postgres stores neither NUL nor a lone surrogate. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function invalidBody(path: string[], message: string): ProblemError {
  return new ProblemError(invalidFields([{ pointer: pointerTo(path), message }]));
}
