import { refuse } from '@lodging/kernel';
import type { Refusal } from '@lodging/kernel';

export interface FieldError {
  /** JSON Pointer (RFC 6901) into the body of the public request. */
  readonly pointer: string;
  readonly message: string;
}

export type ValidationFailed = { readonly ok: false; readonly refusal: Refusal<'validation_failed'> };

/** `validation_failed` with every error; undefined where there is none. */
export function refuseErrors(errors: readonly FieldError[]): ValidationFailed | undefined {
  if (errors.length === 0) return undefined;
  return refuse('validation_failed', errors.map(({ message }) => message).join(' '), { errors });
}

/** One error for every entry whose key an earlier entry has. */
export function duplicateErrors<T>(
  entries: readonly T[],
  keyOf: (entry: T) => string,
  errorAt: (index: number) => FieldError,
): FieldError[] {
  const keys = new Set<string>();
  return entries.flatMap((entry, index) => {
    const key = keyOf(entry);
    if (keys.has(key)) return [errorAt(index)];
    keys.add(key);
    return [];
  });
}
