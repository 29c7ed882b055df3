import { createHash } from 'node:crypto';
import type { Fingerprint } from '../use-cases/ports.ts';

/** Over the validated body, so that neither the order of its fields nor an absent optional one makes a difference. */
export const fingerprint: Fingerprint = (operation, body) =>
  createHash('sha256')
    .update(JSON.stringify([operation, inOrder(body)]))
    .digest('base64url');

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  const sorted = fields.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, field]) => [name, inOrder(field)]));
}
