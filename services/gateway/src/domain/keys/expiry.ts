import { refuse } from '@lodging/kernel';

/** Undefined when the time is ahead, or none is set. */
export function expiryRefusal(expiresAt: Temporal.Instant | null, now: Temporal.Instant) {
  if (expiresAt === null || Temporal.Instant.compare(expiresAt, now) > 0) return undefined;
  const message = 'must be in the future';
  return refuse('validation_failed', `expiresAt ${message}.`, {
    errors: [{ pointer: '/expiresAt', message }],
  });
}
