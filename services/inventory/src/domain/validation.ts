import { refuse } from '@lodging/kernel';
import type { Refused } from '@lodging/kernel';

export interface FieldError {
  /** JSON Pointer (RFC 6901) into the body of the public request. */
  readonly pointer: string;
  readonly message: string;
}

export type ValidationFailed = Refused<'validation_failed'>;

const MAX_ERRORS = 20;
const MAX_IN_DETAIL = 3;

/**
 * `validation_failed` with the first errors and their number; undefined where there is none. It takes no more errors than it
 * names, so that a long list of entries is checked up to the last of them.
 */
export function refuseErrors(errors: Iterable<FieldError>): ValidationFailed | undefined {
  const named = Iterator.from(errors).take(MAX_ERRORS).toArray();
  if (named.length === 0) return undefined;
  const messages = named.slice(0, MAX_IN_DETAIL).map(({ message }) => message);
  return refuse('validation_failed', messages.join(' '), { errors: named, errorCount: named.length });
}

/** The errors of each entry in turn: an entry is checked when the errors before it were taken. */
export function* errorsOfEach<T>(
  entries: readonly T[],
  errorsOf: (entry: T, index: number) => Iterable<FieldError>,
): Generator<FieldError> {
  for (const [index, entry] of entries.entries()) yield* errorsOf(entry, index);
}

/** One error for every entry whose key an earlier entry has. */
export function* duplicateErrors<T>(
  entries: readonly T[],
  keyOf: (entry: T) => string,
  errorAt: (index: number) => FieldError,
): Generator<FieldError> {
  const keys = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const key = keyOf(entry);
    if (keys.has(key)) yield errorAt(index);
    keys.add(key);
  }
}
