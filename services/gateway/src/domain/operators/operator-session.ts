import { isWellFormedSecret, formatSecret } from '@lodging/kernel';
import type { Mode } from '../keys/api-key.ts';
import type { Credential } from '../keys/credential.ts';
import type { Operator } from './operator.ts';
import { permissionsOf } from './operator-role.ts';

const PREFIX = 'os_';

export const SESSION_HOURS = 12;

/** Failed attempts in a sliding window, per e-mail address and per client network. A successful attempt does not count. */
export const MAX_SIGN_IN_ATTEMPTS = 5;
export const MAX_SIGN_IN_ATTEMPTS_OF_NETWORK = 50;
export const SIGN_IN_WINDOW_MINUTES = 15;

export interface OperatorSession {
  readonly id: string;
  /** The tenant the session acts for: live or sandbox, by mode. */
  readonly tenantId: string;
  readonly mode: Mode;
  readonly operatorId: string;
  /** The live tenant, to which the operator belongs. */
  readonly ownerId: string;
  readonly createdAt: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
}

export function formatSessionToken(random: Uint8Array): string {
  return formatSecret(PREFIX, random);
}

/** Recognized by its prefix; it may still be malformed or unknown. */
export function isSessionToken(presented: string): boolean {
  return presented.startsWith(PREFIX);
}

export function isWellFormedSessionToken(presented: string): boolean {
  return isSessionToken(presented) && isWellFormedSecret(PREFIX.length, presented);
}

export function sessionExpiry(start: Temporal.Instant): Temporal.Instant {
  return start.add({ hours: SESSION_HOURS });
}

export function sessionCredential(
  session: Pick<OperatorSession, 'id' | 'tenantId' | 'mode' | 'operatorId' | 'ownerId' | 'expiresAt'>,
  tenant: Pick<Credential, 'timezone' | 'tenantName' | 'isTenantSuspended' | 'name'> & Pick<Operator, 'role'>,
): Credential {
  return {
    id: session.id,
    tenantId: session.tenantId,
    livemode: session.mode === 'live',
    kind: 'operator',
    permissions: permissionsOf(tenant.role),
    allowedOrigins: [],
    requestsPerMinute: null,
    clientLimits: null,
    expiresAt: session.expiresAt,
    ownerId: session.ownerId,
    actorId: session.operatorId,
    name: tenant.name,
    timezone: tenant.timezone,
    tenantName: tenant.tenantName,
    isTenantSuspended: tenant.isTenantSuspended,
  };
}

/** Whole seconds, at least 1, until the oldest counted attempt leaves the window. */
export function secondsUntilNextAttempt(oldest: Temporal.Instant, now: Temporal.Instant): number {
  const opensAt = oldest.add({ minutes: SIGN_IN_WINDOW_MINUTES });
  return Math.max(1, Math.ceil(now.until(opensAt).total('seconds')));
}
