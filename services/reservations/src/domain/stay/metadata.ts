import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';

export type Metadata = Readonly<Record<string, string>>;

/** `''` or null removes a key; null in place of the patch removes all. */
export type MetadataPatch = Readonly<Record<string, string | null>> | null;

const MAX_KEYS = 50;
const MAX_KEYS_OF_PUBLISHABLE = 10;
const MAX_BYTES = 8 * 1024;

export function mergeMetadata(current: Metadata, patch: MetadataPatch): Metadata {
  if (patch === null) return {};
  const merged = new Map(Object.entries(current));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null || value === '') merged.delete(key);
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

/** Refuses with the pointer of the first key too many, or of the whole where that is too long. */
export function checkMetadata(
  metadata: Metadata,
  { isPublishable = false }: { readonly isPublishable?: boolean } = {},
): Result<null, Refusal<'validation_failed'>> {
  const maxKeys = isPublishable ? MAX_KEYS_OF_PUBLISHABLE : MAX_KEYS;
  const excess = Object.keys(metadata)[maxKeys];
  if (excess !== undefined)
    return invalid(`/metadata/${escaped(excess)}`, `must have at most ${maxKeys} keys`);
  const isLong = new TextEncoder().encode(Object.entries(metadata).flat().join('')).length > MAX_BYTES;
  return isLong ? invalid('/metadata', 'must have at most 8 KiB in all') : ok(null);
}

function invalid(pointer: string, message: string) {
  return refuse('validation_failed', `The request is invalid at ${pointer}.`, {
    errors: [{ pointer, message }],
  });
}

/** A step of a JSON Pointer (RFC 6901). */
function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
