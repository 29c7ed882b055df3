import { isWellFormedSecret, formatSecret } from '@lodging/kernel';
import type { Mode } from '../keys/api-key.ts';
import type { Credential } from '../keys/credential.ts';
import type { Tenant } from '../tenants/tenant.ts';
import type { Operator } from './operator.ts';
import { permissionsOf } from './operator-role.ts';

/** `bearer`: the token is in the answer to the sign-in. `cookie`: only the browser has it, for the console. */
export type SessionKind = 'bearer' | 'cookie';

const PREFIXES: Readonly<Record<SessionKind, string>> = { bearer: 'os_', cookie: 'cs_' };

export const SESSION_HOURS = 12;
/** A session of the console without a request for so long has ended. */
export const IDLE_MINUTES = 60;
/** The last request of a session is noted so often at the most. */
export const SEEN_SECONDS = 60;

/** Failed attempts in a sliding window, per e-mail address and per client network. A successful attempt does not count. */
export const MAX_SIGN_IN_ATTEMPTS = 5;
export const MAX_SIGN_IN_ATTEMPTS_OF_NETWORK = 50;
export const SIGN_IN_WINDOW_MINUTES = 15;

export interface OperatorSession {
  readonly id: string;
  readonly kind: SessionKind;
  /** The tenant the session acts for: live or sandbox, by mode. */
  readonly tenantId: string;
  readonly mode: Mode;
  readonly operatorId: string;
  /** The live tenant, to which the operator belongs. */
  readonly ownerId: string;
  readonly createdAt: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
  /** About the last request; null for a bearer, which is not watched. */
  readonly lastSeenAt: Temporal.Instant | null;
}

/** A session, the operator whose it is, and the live tenant of both. */
export interface SignedIn {
  readonly session: OperatorSession;
  readonly operator: Operator;
  readonly tenant: Pick<Tenant, 'id' | 'name' | 'slug' | 'timezone' | 'defaultCurrency'>;
}

export function formatSessionToken(kind: SessionKind, random: Uint8Array): string {
  return formatSecret(PREFIXES[kind], random);
}

/** A bearer is recognized by its prefix; it may still be malformed or unknown. */
export function isSessionToken(presented: string): boolean {
  return presented.startsWith(PREFIXES.bearer);
}

export function isWellFormedSessionToken(kind: SessionKind, presented: string): boolean {
  const prefix = PREFIXES[kind];
  return presented.startsWith(prefix) && isWellFormedSecret(prefix.length, presented);
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
