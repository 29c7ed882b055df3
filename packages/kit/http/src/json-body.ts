import { ProblemError } from './problems.ts';
import { invalidFields, pointerTo } from './validation-problem.ts';

const MAX_DEPTH = 20;
/** Names through which a copied object could reach its prototype. They are dropped like any unknown field. */
const PROTOTYPE_NAMES = new Set(['__proto__', 'constructor']);

/** Undefined for an empty body. Throws a ProblemError for what is not JSON, too deep or not storable. */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const value = parse(decode(bytes));
  const fault = findFault(value, 0);
  if (fault !== undefined) throw invalidBody(fault.path.toReversed(), fault.message);
  return value;
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
    if (PROTOTYPE_NAMES.has(key)) Reflect.deleteProperty(record, key);
    else {
      const fault = findFault(Reflect.get(record, key), depth + 1);
      if (fault !== undefined) return within(fault, key);
    }
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
