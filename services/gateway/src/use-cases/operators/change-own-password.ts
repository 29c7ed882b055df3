import { networksOf, ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { HIDDEN } from '../../domain/audit/audit.ts';
import type { AuditSource } from '../../domain/audit/audit.ts';
import type { GatewayDeps } from '../../ports/deps.ts';
import type { OperatorEntry } from '../../ports/operators.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import { checkPassword } from './check-password.ts';
import { countSignIn } from './count-sign-in.ts';

export type ChangeOwnPasswordDeps = Pick<
  GatewayDeps,
  'operators' | 'sessions' | 'signInAttempts' | 'passwords' | 'passwordChecks' | 'clock' | 'newId' | 'digest'
>;

export interface OwnPasswordChange {
  /** Of the audit entry, and of the count of tries. */
  readonly source: AuditSource;
  readonly currentPassword: string;
  readonly newPassword: string;
}

type OwnPasswordRefusal = Refusal<'invalid_credentials' | 'rate_limited' | 'session_ended'>;

/** The session of the request goes on, every other one ends. A stolen session must not be a way to guess the password: a wrong one counts as a failed sign-in. */
export async function changeOwnPassword(
  deps: ChangeOwnPasswordDeps,
  ctx: Pick<RequestContext, 'tenantId' | 'caller'>,
  { source, currentPassword, newPassword }: OwnPasswordChange,
): Promise<Result<undefined, OwnPasswordRefusal>> {
  const sessionId = ctx.caller.keyId ?? '';
  const signedIn = await deps.sessions.find(ctx.tenantId, sessionId);
  if (signedIn === undefined) return refuse('session_ended', 'The session has ended. Sign in again.');
  const { id: operatorId, tenantId, email } = signedIn.operator;
  const [{ name: clientNetwork }] = networksOf(source.address ?? '');
  const counted = await countSignIn(deps, { email, clientNetwork }, deps.clock.now().round('millisecond'));
  if (!counted.ok) return counted;
  const checked = await checkPassword(deps, email, currentPassword);
  if (!checked.ok) {
    await counted.value.release();
    return checked;
  }
  const account = checked.value;
  if (account === undefined) return wrongPassword();
  const entryOf: OperatorEntry = ({ endedSessions }) =>
    auditEntry(deps, source, {
      tenantId,
      action: 'operator.password_set',
      target: { kind: 'operator', id: operatorId },
      changes: [
        { field: 'password', before: HIDDEN, after: HIDDEN },
        { field: 'sessions', before: endedSessions + 1, after: 1 },
      ],
    });
  const isChanged = await deps.operators.changePassword(tenantId, operatorId, {
    current: account.passwordHash,
    passwordHash: await deps.passwords.hash(newPassword),
    keptSessionId: sessionId,
    entryOf,
  });
  if (!isChanged) return wrongPassword();
  await counted.value.release();
  return ok(undefined);
}

function wrongPassword() {
  return refuse('invalid_credentials', 'The current password is another one.');
}
