import { ProblemError } from './problems.ts';
import { invalidFields, pointerTo } from './validation-problem.ts';

const MAX_DEPTH = 20;
/** Names through which a copied object could reach its prototype. They are dropped like any unknown field. */
const PROTOTYPE_NAMES = new Set(['__proto__', 'constructor']);

/** Undefined for an empty body. Throws a ProblemError for what is not JSON, too deep or not storable. */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const value = parse(decode(bytes));
  check(value, []);
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

function check(value: unknown, path: string[]): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) throw invalidBody(path, 'Holds a character that is not allowed.');
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= MAX_DEPTH) throw invalidBody([], `The body is nested deeper than ${MAX_DEPTH} levels.`);
  for (const [key, child] of Object.entries(value)) {
    if (PROTOTYPE_NAMES.has(key)) Reflect.deleteProperty(value, key);
    else check(child, [...path, key]);
  }
}

/** Postgres stores neither NUL nor a lone surrogate. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function invalidBody(path: string[], message: string): ProblemError {
  return new ProblemError(invalidFields([{ pointer: pointerTo(path), message }]));
}
