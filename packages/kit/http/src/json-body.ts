import { ProblemError } from './problem-book.ts';
import { invalidFields, pointerTo } from './validation-problem.ts';

const MAX_DEPTH = 20;
/** Names through which a copied object could reach its prototype. They are dropped like any unknown field. */
const POISON = new Set(['__proto__', 'constructor']);

/** An empty body is no body. */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const value = parse(decode(bytes));
  inspect(value, []);
  return value;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw misfit([], 'The body is not UTF-8.');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw misfit([], 'The body is not JSON.');
  }
}

function inspect(value: unknown, path: string[]): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) throw misfit(path, 'Holds a character that is not allowed.');
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= MAX_DEPTH) throw misfit([], `The body is nested deeper than ${MAX_DEPTH} levels.`);
  for (const [key, child] of Object.entries(value)) {
    if (POISON.has(key)) Reflect.deleteProperty(value, key);
    else inspect(child, [...path, key]);
  }
}

/** Postgres takes neither NUL nor half a surrogate pair. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function misfit(path: string[], message: string): ProblemError {
  return new ProblemError(invalidFields([{ pointer: pointerTo(path), message }]));
}
