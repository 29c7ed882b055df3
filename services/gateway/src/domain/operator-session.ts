import { isWellFormedBehind, writeSecret } from '@lodging/kernel';
import type { ApiKey, Mode } from './api-key.ts';

const PREFIX = 'os_';

export const SESSION_HOURS = 12;

/** Tries of one address in a sliding window; a try that succeeds is given back. */
export const SIGN_IN_TRIES = 5;
export const SIGN_IN_WINDOW_MINUTES = 15;

/** An operator may do for the tenant what the routes open to operators ask for. */
const PERMISSIONS = ['payment:refund:create'];

export interface OperatorSession {
  readonly id: string;
  readonly tenantId: string;
  readonly mode: Mode;
  readonly operatorId: string;
  readonly ownerId: string;
  readonly createdAt: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
}

export function writeSessionToken(random: Uint8Array): string {
  return writeSecret(PREFIX, random);
}

/** By its prefix: it may still be none of ours. */
export function isSessionToken(presented: string): boolean {
  return presented.startsWith(PREFIX);
}

export function isWellFormedSessionToken(presented: string): boolean {
  return isSessionToken(presented) && isWellFormedBehind(PREFIX.length, presented);
}

export function sessionEnd(start: Temporal.Instant): Temporal.Instant {
  return start.add({ hours: SESSION_HOURS });
}

/** For as long as it lasts, a session opens doors as a key does. */
export function keyOfSession(
  session: Pick<OperatorSession, 'id' | 'tenantId' | 'mode' | 'expiresAt'>,
  timezone: string,
): ApiKey {
  return {
    id: session.id,
    tenantId: session.tenantId,
    livemode: session.mode === 'live',
    kind: 'operator',
    permissions: PERMISSIONS,
    allowedOrigins: [],
    requestsPerMinute: null,
    expiresAt: session.expiresAt,
    timezone,
  };
}

/** How long until the oldest of the counted tries leaves the window. */
export function secondsUntilNextTry(oldest: Temporal.Instant, now: Temporal.Instant): number {
  const opensAt = oldest.add({ minutes: SIGN_IN_WINDOW_MINUTES });
  return Math.max(1, Math.ceil(now.until(opensAt).total('seconds')));
}
