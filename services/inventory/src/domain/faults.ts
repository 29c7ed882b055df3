import { refuse } from '@lodging/kernel';
import type { Refusal } from '@lodging/kernel';

export interface Fault {
  /** RFC 6901, into the body of the public request. */
  readonly pointer: string;
  readonly message: string;
}

export type Invalid = { readonly ok: false; readonly refusal: Refusal<'validation_failed'> };

export function refuseFaults(faults: readonly Fault[]): Invalid | undefined {
  if (faults.length === 0) return undefined;
  return refuse('validation_failed', faults.map(({ message }) => message).join(' '), { errors: faults });
}

/** One fault for every entry whose key an earlier entry already has. */
export function duplicates<T>(
  entries: readonly T[],
  keyOf: (entry: T) => string,
  faultAt: (index: number) => Fault,
): Fault[] {
  const seen = new Set<string>();
  return entries.flatMap((entry, index) => {
    const key = keyOf(entry);
    if (seen.has(key)) return [faultAt(index)];
    seen.add(key);
    return [];
  });
}
