import { ok, refuse, SECRET_RANDOM_BYTES } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { Mode } from '../../domain/keys/api-key.ts';
import { formatSessionToken, sessionExpiry } from '../../domain/operators/operator-session.ts';
import type { SessionKind, SignedIn } from '../../domain/operators/operator-session.ts';
import { tenantIdForMode } from '../../domain/tenants/tenant.ts';
import type { GatewayDeps } from '../../ports/deps.ts';
import type { OperatorAccount } from '../../ports/operators.ts';
import { checkPassword } from './check-password.ts';
import { countSignIn } from './count-sign-in.ts';

export type StartOperatorSessionDeps = Pick<
  GatewayDeps,
  | 'operators'
  | 'sessions'
  | 'signInAttempts'
  | 'passwords'
  | 'passwordChecks'
  | 'clock'
  | 'newId'
  | 'randomBytes'
  | 'digest'
>;

export interface SignIn {
  readonly email: string;
  readonly password: string;
  readonly mode: Mode;
  readonly kind: SessionKind;
  /** The narrowest one. */
  readonly clientNetwork: string;
}

export interface StartedSession extends SignedIn {
  readonly token: string;
}

/** The attempt is counted before the password is checked, so that parallel attempts cannot exceed the limit. */
export async function startOperatorSession(
  deps: StartOperatorSessionDeps,
  signIn: SignIn,
): Promise<Result<StartedSession, Refusal<'invalid_credentials' | 'tenant_suspended' | 'rate_limited'>>> {
  const { email, password } = signIn;
  const now = deps.clock.now().round('millisecond');
  const counted = await countSignIn(deps, signIn, now);
  if (!counted.ok) return counted;
  const checked = await checkPassword(deps, email, password);
  if (!checked.ok) {
    await counted.value.release();
    return checked;
  }
  const account = checked.value;
  if (account !== undefined && account.tenant.suspendedAt !== null) {
    await counted.value.release();
    return refuse('tenant_suspended', 'The tenant of this operator is suspended.');
  }
  const started = account === undefined ? undefined : await addSession(deps, account, signIn, now);
  if (started === undefined) {
    return refuse('invalid_credentials', 'No operator has this e-mail address and this password.');
  }
  await counted.value.release();
  return ok(started);
}

/** Undefined when the operator was changed or deleted after the password check. */
async function addSession(
  { sessions, randomBytes, digest, newId }: StartOperatorSessionDeps,
  { operator, tenant, passwordHash }: OperatorAccount,
  { mode, kind }: SignIn,
  now: Temporal.Instant,
): Promise<StartedSession | undefined> {
  const token = formatSessionToken(kind, randomBytes(SECRET_RANDOM_BYTES));
  const session = {
    id: newId(),
    kind,
    tenantId: tenantIdForMode(tenant, mode),
    mode,
    operatorId: operator.id,
    ownerId: operator.tenantId,
    createdAt: now,
    expiresAt: sessionExpiry(now),
    lastSeenAt: kind === 'cookie' ? now : null,
  };
  const isAdded = await sessions.add(session, digest(token), passwordHash);
  return isAdded ? { token, session, operator, tenant } : undefined;
}
