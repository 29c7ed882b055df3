import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { Reservation } from './reservation.ts';

/** The entity tag of a version. */
export function entityTag({ version }: Pick<Reservation, 'version'>): string {
  return `"v${version}"`;
}

/** The strong tags of an If-Match header; `*` matches any version. Undefined where the request has no such header. */
export type Precondition = readonly string[] | undefined;

export function checkPrecondition(
  ifMatch: Precondition,
  reservation: Pick<Reservation, 'version'>,
): Result<null, Refusal<'version_mismatch'>> {
  if (ifMatch === undefined || ifMatch.includes('*') || ifMatch.includes(entityTag(reservation)))
    return ok(null);
  return refuse('version_mismatch', 'The booking was changed since it was read.', {
    currentVersion: reservation.version,
  });
}
