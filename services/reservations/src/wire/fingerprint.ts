import { createHash } from 'node:crypto';

/**
 * The hash of a request body, stored with its Idempotency-Key. It is taken of the validated body, so neither the order of
 * fields nor an absent optional field changes it. Stored fingerprints are compared for 30 days: the hash must not change.
 */
export function fingerprint(operation: string, body: Readonly<Record<string, unknown>>): string {
  return createHash('sha256')
    .update(JSON.stringify([operation, canonical(body)]))
    .digest('base64url');
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  const sorted = fields.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, field]) => [name, canonical(field)]));
}
