import { ok, refuse, SECRET_RANDOM_BYTES } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { SemaphoreTimeout } from '@lodging/kit-runtime';
import type { Mode } from '../../domain/keys/api-key.ts';
import { formatSessionToken, sessionExpiry } from '../../domain/operators/operator-session.ts';
import type { GatewayDeps } from '../../ports/deps.ts';
import type { OperatorAccount } from '../../ports/operators.ts';
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
  /** The narrowest one. */
  readonly clientNetwork: string;
}

export interface StartedSession {
  readonly token: string;
  readonly expiresAt: Temporal.Instant;
}

/** The attempt is counted before the password is checked, so that parallel attempts cannot exceed the limit. */
export async function startOperatorSession(
  deps: StartOperatorSessionDeps,
  signIn: SignIn,
): Promise<Result<StartedSession, Refusal<'invalid_credentials' | 'tenant_suspended' | 'rate_limited'>>> {
  const { email, password, mode } = signIn;
  const now = deps.clock.now().round('millisecond');
  const counted = await countSignIn(deps, signIn, now);
  if (!counted.ok) return counted;
  let account: OperatorAccount | undefined;
  try {
    account = await deps.passwordChecks.run(() => verifiedAccount(deps, email, password));
  } catch (error) {
    if (!(error instanceof SemaphoreTimeout)) throw error;
    await counted.value.release();
    return refuse('rate_limited', 'Too many operators are signing in at the moment.', {
      retryAfterSeconds: 1,
    });
  }
  if (account?.isTenantSuspended === true) {
    await counted.value.release();
    return refuse('tenant_suspended', 'The tenant of this operator is suspended.');
  }
  const token = account === undefined ? undefined : await addSession(deps, account, mode, now);
  if (token === undefined) {
    return refuse('invalid_credentials', 'No operator has this e-mail address and this password.');
  }
  await counted.value.release();
  return ok({ token, expiresAt: sessionExpiry(now) });
}

async function verifiedAccount(
  { operators, passwords }: StartOperatorSessionDeps,
  email: string,
  password: string,
): Promise<OperatorAccount | undefined> {
  const account = await operators.findByEmail(email);
  return (await passwords.verify(password, account?.passwordHash)) ? account : undefined;
}

/** Undefined when the operator was changed or deleted after the password check. */
async function addSession(
  { sessions, randomBytes, digest, newId }: StartOperatorSessionDeps,
  { operator, sandboxId, passwordHash }: OperatorAccount,
  mode: Mode,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const token = formatSessionToken(randomBytes(SECRET_RANDOM_BYTES));
  const session = {
    id: newId(),
    tenantId: mode === 'live' ? operator.tenantId : sandboxId,
    mode,
    operatorId: operator.id,
    ownerId: operator.tenantId,
    createdAt: now,
    expiresAt: sessionExpiry(now),
  };
  return (await sessions.add(session, digest(token), passwordHash)) ? token : undefined;
}
